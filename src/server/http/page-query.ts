import { Problem } from './problem.ts';

const MAX_LIMIT = 200;
const DEFAULT_LIMIT = 50;

/** The part of a list that a query asks for. */
export function readPage(query: URLSearchParams): {
  readonly from: number;
  readonly limit: number;
} {
  return {
    from: readNumber(query, 'cursor', 0, Number.MAX_SAFE_INTEGER),
    limit: readNumber(query, 'limit', DEFAULT_LIMIT, MAX_LIMIT),
  };
}

function readNumber(query: URLSearchParams, name: string, missing: number, max: number): number {
  const text = query.get(name);
  if (text === null) return missing;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= max) return value;
  throw new Problem(400, `${name} is a whole number from 0 to ${max}`);
}

/** One of some words in a query; undefined where it is absent. */
export function readChoice<T extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly T[],
): T | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const choice = choices.find((each) => each === text);
  if (choice !== undefined) return choice;
  throw new Problem(400, `${name} is one of ${choices.join(', ')}`);
}
