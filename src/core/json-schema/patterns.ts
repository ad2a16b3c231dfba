import type { Validation } from './validation.ts';

/** Whether a pattern is found in a text; null when that cannot be decided. */
export type PatternTest = (text: string, validation: Validation) => boolean | null;

/** Compiles a pattern to a test whether it is found in a text; may throw where it does not support the pattern. */
export type CompileRegex = (pattern: string) => (text: string) => boolean;

/** How many patterns of one schema are compiled: a short one may take an engine long. */
const MAX_PATTERNS = 100;

/** The patterns of one schema, each compiled once. */
export class Patterns {
  readonly #regex: CompileRegex | null;
  readonly #tests = new Map<string, PatternTest>();

  constructor(regex: CompileRegex | null) {
    this.#regex = regex;
  }

  compile(source: string): PatternTest {
    const compiled = this.#tests.get(source);
    if (compiled !== undefined) return compiled;
    if (this.#tests.size === MAX_PATTERNS) return UNTESTABLE;
    const test = compilePattern(source, this.#regex);
    this.#tests.set(source, test);
    return test;
  }
}

const UNTESTABLE: PatternTest = () => null;

/** One that the engine rejects, or that has no engine, decides nothing. */
function compilePattern(source: string, regex: CompileRegex | null): PatternTest {
  const matches = regex === null ? null : orNull(() => regex(source));
  if (matches === null) return UNTESTABLE;
  return (text, validation) => {
    validation.spend(1 + (text.length >> 2));
    return orNull(() => matches(text));
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
