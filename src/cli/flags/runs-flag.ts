import { UserError } from '#core';

/** How often everything must run, by `--runs n`; null when the flag was not given. */
export function parseRuns(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UserError([
    {
      code: 'FLAG_RUNS',
      severity: 'error',
      message: `--runs ${text}: write a whole number from 1`,
      where: null,
    },
  ]);
}
