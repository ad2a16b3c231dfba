import { UserError } from '#core';

/** How many runs may stay unmeasured, by `--max-errors n`; none when the flag was not given. */
export function parseMaxErrors(text: string | undefined): number {
  if (text === undefined) return 0;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UserError([
    {
      code: 'FLAG_MAX_ERRORS',
      severity: 'error',
      message: `--max-errors ${text}: write a whole number from 0`,
      where: null,
    },
  ]);
}
