import type { Validation } from './validation.ts';

/** Whether a pattern is found in a text; null when that cannot be told. */
export type PatternTest = (text: string, validation: Validation) => boolean | null;

/** Compiles a pattern to a test whether it is found in a text; may throw where it does not support the pattern. */
export type CompileRegex = (pattern: string) => (text: string) => boolean;

const UNTESTABLE: PatternTest = () => null;

/** Makes a pattern ready; one that the engine refuses, or that has no engine, tells nothing. */
export function compilePattern(source: string, regex: CompileRegex | null): PatternTest {
  const found = regex === null ? null : orNull(() => regex(source));
  if (found === null) return UNTESTABLE;
  return (text, validation) => {
    validation.spend(1 + (text.length >> 3));
    return orNull(() => found(text));
  };
}

/** Engines refuse patterns and texts by throwing. */
function orNull<Result>(call: () => Result): Result | null {
  try {
    return call();
  } catch {
    return null;
  }
}
