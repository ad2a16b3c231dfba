/** `one span names`, `3 spans name`: a count with the matching verb. */
export function count(number: number, singular: string, many: string): string {
  return number === 1 ? `one ${singular}` : `${number} ${many}`;
}
