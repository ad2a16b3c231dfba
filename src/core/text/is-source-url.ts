/** Whether a path is the address of a source, such as `langsmith://project`. A drive has one letter before its colon. */
export function isSourceUrl(path: string): boolean {
  return /^[a-z][a-z\d+.-]+:\/\//i.test(path);
}
