/** The address of one run of a table. */
export function addressOf(path: string, run: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}run=${encodeURIComponent(run)}`;
}
