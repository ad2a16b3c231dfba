/** The WHERE of all conditions that are not null; empty without any. */
export function whereOf(conditions: readonly (string | null)[]): string {
  const all = conditions.filter((condition) => condition !== null);
  return all.length === 0 ? '' : ` WHERE ${all.join(' AND ')}`;
}
