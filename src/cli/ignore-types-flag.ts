/** The types that `--ignore-types` names; none where it is not given. */
export function parseTypes(flag: string | undefined): readonly string[] {
  return (flag ?? '')
    .split(',')
    .map((type) => type.trim())
    .filter((type) => type !== '');
}
