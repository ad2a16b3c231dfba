import { UserError } from '#core';

/** The types that `--ignore-types` names; none where it is not given. An empty list is refused. */
export function parseTypes(flag: string | undefined): readonly string[] {
  if (flag === undefined) return [];
  const types = flag
    .split(',')
    .map((type) => type.trim())
    .filter((type) => type !== '');
  if (types.length > 0) return types;
  throw new UserError([
    {
      code: 'FLAG_TYPES',
      severity: 'error',
      message: `--ignore-types ${JSON.stringify(flag)} names no type`,
      where: null,
      hint: 'name the types with commas between them, such as audio_note,ping',
    },
  ]);
}
