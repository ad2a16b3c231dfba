/** A fold of each output, or of one of them. */
type OutputFoldName = 'mean' | 'min' | 'max' | 'std_dev' | 'frequency';

/** A fold of counts. */
type RateFoldName = 'precision' | 'recall' | 'f1';

export type FoldName =
  | OutputFoldName
  | RateFoldName
  | 'binary_classification'
  | 'multiclass_classification';

/** A fold of per-case outputs into one number per eval. */
export type Fold = NamedFold | OutputFold | CountsFold | ClassesFold | PythonFold | ModuleFold;

/** A fold by code of the user: it is computed outside the core. */
export type CodeFold = PythonFold | ModuleFold;

/** A fold of all outputs, or of the counts of the scorer. */
export interface NamedFold {
  readonly kind: 'named';
  readonly name: FoldName;
}

/** A fold of one output; of a frequency, `id` begins the ids of its values. */
export interface OutputFold {
  readonly kind: 'output';
  readonly name: OutputFoldName;
  readonly field: string;
  readonly id: string;
}

/** A ratio of the sums of three counts; one that it does not need is empty. */
export interface CountsFold {
  readonly kind: 'counts';
  readonly name: RateFoldName;
  readonly tp: string;
  readonly fp: string;
  readonly fn: string;
  readonly id: string;
}

/** A comparison of an output with a column of the row; `id` begins the ids of its metrics, of a ratio it is the id. */
export interface ClassesFold {
  readonly kind: 'classes';
  readonly name: Exclude<FoldName, OutputFoldName>;
  readonly prediction: string;
  readonly truth: string;
  readonly positive: readonly (string | number | boolean)[];
  readonly negative: readonly (string | number | boolean)[];
  readonly id: string;
}

/** A function in Python over all rows; `id` begins the ids of what it returns. */
export interface PythonFold {
  readonly kind: 'python';
  readonly source: { readonly text: string } | { readonly file: string };
  readonly id: string;
}

/** A function of a module over all rows. */
export interface ModuleFold {
  readonly kind: 'module';
  readonly path: string;
  readonly exportName: string;
}

/** The name of what a module folds to: its export, or its file where that is the default one. */
export function moduleFoldName({ exportName, path }: ModuleFold): string {
  if (exportName !== 'default') return exportName;
  return path.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '');
}
