/** Runs that were not all made: `7 of 20 runs decided it`. */
export function formatStopped(runs: number, planned: number): string {
  return `${runs} of ${planned} runs decided it`;
}
