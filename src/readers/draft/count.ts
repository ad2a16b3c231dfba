/** `one span names`, `3 spans name`: how many of something do what. */
export function count(number: number, one: string, many: string): string {
  return number === 1 ? `one ${one}` : `${number} ${many}`;
}
