import { UserError } from '#core';

/** How many threads read, by `--concurrency n`; null when the flag was not given. */
export function parseConcurrency(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new UserError([
    {
      code: 'FLAG_CONCURRENCY',
      severity: 'error',
      message: `--concurrency ${text}: write a whole number from 1 to 999`,
      where: null,
    },
  ]);
}
