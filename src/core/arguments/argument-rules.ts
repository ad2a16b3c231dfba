import type { JsonObject } from '../json/json.ts';

/** Named relaxations of argument equality; all off by default. */
export interface Relaxations {
  /** Paths (`$.key.key`) that are not compared; a path goes through every element of a list. */
  readonly ignore?: readonly string[];
  /** Values that a missing top-level argument means, on both sides. */
  readonly defaults?: JsonObject;
  /** ASCII letters only. */
  readonly case_insensitive?: boolean;
  /** ASCII blanks at both ends of strings. */
  readonly trim?: boolean;
  /** A string that is written like a JSON number equals that number. */
  readonly numeric_strings?: boolean;
}

/** Relaxations of a scorer, and others that replace them for single tools. */
export interface RelaxationOptions extends Relaxations {
  readonly for_tool?: Readonly<Record<string, Relaxations>>;
  /** The day that `$date` counts from. */
  readonly today?: string;
}

/** Keys below which nothing, or only a part, is compared. */
export type IgnoreTree = ReadonlyMap<string, IgnoreTree | true>;

/** Relaxations made ready to compare with. */
export interface ArgumentRules {
  readonly ignore: IgnoreTree | null;
  readonly defaults: JsonObject | null;
  readonly caseInsensitive: boolean;
  readonly trim: boolean;
  readonly numericStrings: boolean;
  /** No relaxation at all: the plain comparison may be used. */
  readonly exact: boolean;
}

/** No relaxation: the plain comparison. */
export const EXACT: ArgumentRules = {
  ignore: null,
  defaults: null,
  caseInsensitive: false,
  trim: false,
  numericStrings: false,
  exact: true,
};

/** The rules of one set of relaxations. */
export function compileArgumentRules(relax: Relaxations): ArgumentRules {
  const ignore = relax.ignore?.length ? ignoreTree(relax.ignore) : null;
  const defaults = relax.defaults ?? null;
  const caseInsensitive = relax.case_insensitive ?? false;
  const trim = relax.trim ?? false;
  const numericStrings = relax.numeric_strings ?? false;
  const exact =
    ignore === null && defaults === null && !caseInsensitive && !trim && !numericStrings;
  return exact ? EXACT : { ignore, defaults, caseInsensitive, trim, numericStrings, exact };
}

type Tree = Map<string, Tree | true>;

function ignoreTree(paths: readonly string[]): IgnoreTree {
  const root: Tree = new Map();
  for (const path of paths) {
    const keys = path.split('.').slice(1);
    let at = root;
    for (const [i, key] of keys.entries()) {
      const below = at.get(key);
      // A longer path says nothing new below a shorter one.
      if (below === true) break;
      if (i === keys.length - 1) at.set(key, true);
      else {
        const next: Tree = below ?? new Map();
        at.set(key, next);
        at = next;
      }
    }
  }
  return root;
}
