import { UserError } from '#core';

/** Whose calls count, by `--requester agent,user`; null when the flag was not given. */
export function parseRequester(text: string | undefined): readonly string[] | null {
  if (text === undefined) return null;
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length > 0) return names;
  throw new UserError([
    {
      code: 'FLAG_REQUESTER',
      severity: 'error',
      message: `--requester ${text}: name whose calls count, such as agent or user`,
      where: null,
    },
  ]);
}
