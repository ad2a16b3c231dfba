import { isJsonObject, type Json } from '../json/json.ts';
import { shorten } from '../text/shorten.ts';
import type { Validation } from './validation.ts';

/** Why a value does not satisfy a schema, and where in it. */
export interface Failure {
  readonly message: string;
  /** From the inside out: a failure grows a step on its way up, and nothing is built while values are valid. */
  readonly path: (string | number)[];
  /** The value is of another type altogether. */
  readonly wrongType: boolean;
}

/** A failure of the value at hand. */
export function fail(message: string, wrongType: boolean = false): Failure {
  return { message, path: [], wrongType };
}

/** The same failure, seen from the list or object that holds the failing value. */
export function inside(failure: Failure, step: string | number): Failure {
  failure.path.push(step);
  return failure;
}

/** Whether a failure comes before another one in reading order of the value that both are about. */
export function precedes(a: Failure, b: Failure, value: Json, validation: Validation): boolean {
  let here: Json | undefined = value;
  for (let i = 1; i <= a.path.length; i++) {
    const [step, other] = [a.path.at(-i)!, b.path.at(-i)];
    if (other === undefined) return false;
    if (step !== other) return comesFirst(step, other, here, validation);
    here = (here as Readonly<Record<string | number, Json>> | undefined)?.[step];
  }
  return a.path.length < b.path.length;
}

function comesFirst(
  step: string | number,
  other: string | number,
  parent: Json | undefined,
  validation: Validation,
): boolean {
  if (!isJsonObject(parent)) return step < other;
  const keys = Object.keys(parent);
  validation.spend(keys.length);
  return keys.find((key) => key === step || key === other) === step;
}

/** The JSON pointer of where a failure is. */
export function pointerOf(failure: Failure): string {
  return failure.path
    .toReversed()
    .map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** A name as messages show it. */
export function quote(name: string): string {
  return `'${shorten(name, 60)}'`;
}
