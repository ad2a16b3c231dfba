/** Where the API has what a page shows of a run before its cases. */
export function indexPath(run: string): string {
  return `runs/${encodeURIComponent(run)}/index`;
}

/** Where the API has a test or an eval of a run, counted from 0. */
export function entryPath(run: string, place: number): string {
  return `runs/${run}/entries/${place}`;
}

/** Where the API lists the cases of a test or an eval that a filter leaves. */
export function listPath(entry: string, filter: string): string {
  return `${entry}/cases?${filter}`;
}
