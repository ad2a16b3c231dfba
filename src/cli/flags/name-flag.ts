import { UserError } from '#core';

const MOST = 200;

/** The name of a run, by `--name`; null when the flag was not given. Digits alone would be taken for a number. */
export function parseName(text: string | undefined): string | null {
  const name = text?.trim() ?? null;
  if (name === null || (name !== '' && name.length <= MOST && !/^\d+$/.test(name))) return name;
  throw new UserError([
    {
      code: 'FLAG_NAME',
      severity: 'error',
      message: `--name ${JSON.stringify(text)}: a name has 1 to ${MOST} characters, not all of them digits`,
      where: null,
    },
  ]);
}
