import type { Fields } from '../schema/schema.ts';

/** What a template of an option is rendered to; all but `flag` and `text` are lists. */
export type RenderedKind =
  | 'calls'
  | 'classes'
  | 'criteria'
  | 'flag'
  | 'pairs'
  | 'text'
  | 'texts'
  | 'tools';

/** The option of a scorer that a row of a dataset can bring. */
export interface RowOption {
  readonly option: string;
  /** The key of the row. */
  readonly key: string;
  /** A row without the key leaves the option out. */
  readonly isOptional?: true;
  /** What the option is where a row leaves it out. */
  readonly fallback?: boolean;
}

/** How suites write a scorer: as a block of a test, or in the `scorers` of an eval. */
export interface SuiteForm {
  /** Its options. In a suite, unlike in a program, classes can be named and values can be templates. */
  readonly keys: Fields;
  /** The keys that must be written; an eval may leave `fromRow` to its rows. */
  readonly required?: readonly string[];
  /** At least one of these keys must be written. */
  readonly someOf?: readonly string[];
  /** The keys that can be templates in an eval. */
  readonly templates?: Readonly<Record<string, RenderedKind>>;
  /** What the row brings where an eval does not write the option. */
  readonly fromRow?: RowOption;
  /** Its tools must not be called. */
  readonly forbids?: true;
  /** Another name of it in an eval, and of its metric in gates. */
  readonly alias?: string;
  /** What its block in a test is for; absent where it cannot be one. */
  readonly block?: string;
  /** What its entry in an eval is for. */
  readonly entry: string;
}
