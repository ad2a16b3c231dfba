/** Milliseconds of a clock that never goes back. The runtime loads twelve files when `performance` is first asked. */
export function nowMs(): number {
  return process.uptime() * 1_000;
}
