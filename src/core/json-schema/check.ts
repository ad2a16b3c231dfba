import type { Json } from '../json/json.ts';
import type { Evaluated } from './evaluated.ts';
import { fail, type Failure } from './failure.ts';
import type { Validation } from './validation.ts';

/**
 * A keyword or a schema made ready: null when the value satisfies it.
 * Where `seen` is given, it records what was evaluated; after a failure its contents mean nothing.
 */
export type Check = (value: Json, validation: Validation, seen: Evaluated | null) => Failure | null;

/** The schema `true`. */
export const ACCEPT: Check = () => null;

/** The schema `false`. */
export const REFUSE: Check = () => fail('is not allowed');

/** A schema that cannot be read: whatever it would say is taken as satisfied. */
export const UNKNOWN: Check = (_value, validation, seen) => {
  validation.unsure = true;
  seen?.addEverything();
  return null;
};

/** What a check says by itself: a failure, or that the value is accepted for sure or for all we know. */
export type Outcome = Failure | 'sure' | 'unsure';

/** Applies a check whose doubts are not yet those of the validation. */
export function attempt(
  check: Check,
  value: Json,
  validation: Validation,
  seen: Evaluated | null,
): Outcome {
  const before = validation.unsure;
  validation.unsure = false;
  const failure = check(value, validation, seen);
  const unsure = validation.unsure;
  validation.unsure = before;
  return failure ?? (unsure ? 'unsure' : 'sure');
}
