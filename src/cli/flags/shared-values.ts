import { type Flag, parseAmount, parseNames, parseWholeNumber, valueError } from './values.ts';
import { runError } from '#run';

/** How many threads read, by `--concurrency n`; null without the flag. */
export function parseConcurrency(text: string | undefined): number | null {
  const flag: Flag = { name: '--concurrency', code: 'FLAG_CONCURRENCY' };
  return text === undefined ? null : parseWholeNumber(flag, text, 1, 999);
}

/** How many runs may stay unmeasured, by `--max-errors n`; none without the flag. */
export function parseMaxErrors(text: string | undefined): number {
  const flag: Flag = { name: '--max-errors', code: 'FLAG_MAX_ERRORS' };
  return text === undefined ? 0 : parseWholeNumber(flag, text, 0);
}

/** How often everything must run, by `--runs n`; null without the flag. */
export function parseRuns(text: string | undefined): number | null {
  const flag: Flag = { name: '--runs', code: 'FLAG_RUNS' };
  return text === undefined ? null : parseWholeNumber(flag, text, 1);
}

/** What models may cost, by `--max-cost amount`; null without the flag. */
export function parseMaxCost(text: string | undefined): number | null {
  return text === undefined ? null : parseAmount({ name: '--max-cost', code: 'FLAG_DRIVE' }, text);
}

const MAX_NAME = 200;

/** The name of a run, by `--name`; null without the flag. A name of digits would be read as the number of a run. */
export function parseName(text: string | undefined): string | null {
  const name = text?.trim() ?? null;
  if (name === null || (name !== '' && name.length <= MAX_NAME && !/^\d+$/.test(name))) return name;
  const expected = `a name has 1 to ${MAX_NAME} characters, not all of them digits`;
  throw valueError({ name: '--name', code: 'FLAG_NAME' }, JSON.stringify(text), expected);
}

/** Whose calls count, by `--requester agent,user`; null without the flag. */
export function parseRequester(text: string | undefined): readonly string[] | null {
  if (text === undefined) return null;
  const names = parseNames(text);
  if (names.length > 0) return names;
  const flag: Flag = { name: '--requester', code: 'FLAG_REQUESTER' };
  throw valueError(flag, text, 'name whose calls count, such as agent or user');
}

/** The types that `--ignore-types` names; none without the flag. */
export function parseTypes(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const types = parseNames(text);
  if (types.length > 0) return types;
  throw runError('FLAG_TYPES', `--ignore-types ${JSON.stringify(text)} names no type`, {
    hint: 'name the types with commas between them, such as audio_note,ping',
  });
}
