import {
  about,
  closed,
  either,
  type Keys,
  listOf,
  oneOf,
  type Schema,
  text,
} from './json-schema.ts';

/** Folds of one output: `<output>.<name>`. */
export type OutputFoldName = 'mean' | 'min' | 'max' | 'std_dev' | 'frequency';

/** Folds of counts, or of a prediction and a truth. */
export type RateFoldName = 'precision' | 'recall' | 'f1';

export type FoldName =
  | OutputFoldName
  | RateFoldName
  | 'binary_classification'
  | 'multiclass_classification';

/** Every spelling of a fold and the fold that it names. */
export const FOLD_NAMES: Readonly<Record<string, FoldName>> = {
  mean: 'mean',
  min: 'min',
  max: 'max',
  std_dev: 'std_dev',
  frequency: 'frequency',
  precision: 'precision',
  recall: 'recall',
  f1: 'f1',
  f1_score: 'f1',
  binary_classification: 'binary_classification',
  'binary-classification': 'binary_classification',
  multiclass_classification: 'multiclass_classification',
  'multiclass-classification': 'multiclass_classification',
};

type Answer = string | number | boolean;

/** A fold of one output. */
interface OutputFoldDocument {
  readonly field?: string;
  readonly key?: string;
  readonly name?: string;
}

/** Which classes are compared, row by row. */
interface ClassesDocument {
  readonly field_pred?: string;
  readonly field_gt?: string;
  readonly key?: string;
}

/** Which class is the positive one. */
interface BinaryDocument extends ClassesDocument {
  readonly positive_answer?: Answer | readonly Answer[];
  readonly negative_answer?: Answer | readonly Answer[];
}

/** A ratio of summed counts, or of a prediction and a truth. */
interface RateDocument extends BinaryDocument {
  readonly num_true_positives_field?: string;
  readonly num_false_positives_field?: string;
  readonly num_false_negatives_field?: string;
  readonly name?: string;
}

interface ModuleFoldDocument {
  readonly type?: 'module';
  readonly module: string;
}

interface PythonFoldDocument {
  readonly type: 'python';
  readonly compute_metrics_snippet: string;
  readonly key?: string;
}

/** A fold by its name with options; which ones fit is the schema's to say. */
export type NamedFoldDocument = { readonly type: string } & OutputFoldDocument & RateDocument;

export type FoldDocument = string | NamedFoldDocument | ModuleFoldDocument | PythonFoldDocument;

export type FoldListDocument = ModuleFoldDocument | readonly FoldDocument[];

const answer: Schema = { type: ['string', 'number', 'boolean'] };
const answers = either(answer, { ...listOf(answer), minItems: 1 });
const key = about('Written before the ids of the metric: `key.accuracy`.', text);
const name = about('The id of the metric.', text);

const outputKeys: Keys<OutputFoldDocument> = {
  field: about('The output that is folded; all of them where none is named.', text),
  key: about('The output, where `field` is not there; otherwise written before the id.', text),
  name,
};

const classesKeys: Keys<ClassesDocument> = {
  field_pred: about('The output that is the prediction; default: the first one.', text),
  field_gt: about('The column of the row that is the truth.', text),
  key,
};

const binaryKeys: Keys<BinaryDocument> = {
  ...classesKeys,
  positive_answer: about('The class that is positive; default 1.', answers),
  negative_answer: about('The class that is negative; default 0.', answers),
};

const rateKeys: Keys<RateDocument> = {
  ...binaryKeys,
  num_true_positives_field: about('The output that counts true positives.', text),
  num_false_positives_field: about('The output that counts false positives.', text),
  num_false_negatives_field: about('The output that counts false negatives.', text),
  name,
};

function fold<Options>(types: readonly string[], keys: Keys<Options>): Schema {
  const all: Readonly<Record<string, Schema>> = {
    type: about('The kind of the metric.', oneOf(...types)),
    ...keys,
  };
  return closed(all, ['type']);
}

const moduleFold: Schema = closed<ModuleFoldDocument>(
  {
    type: about('A fold of your own.', { const: 'module' }),
    module: about('A fold of your own, such as `./metric.ts#name`.', text),
  },
  ['module'],
);

const { name: _name, ...frequencyKeys } = outputKeys;

const foldObject: readonly Schema[] = [
  moduleFold,
  fold(['mean', 'min', 'max', 'std_dev'], outputKeys),
  fold(['frequency'], frequencyKeys),
  fold(['precision', 'recall', 'f1', 'f1_score'], rateKeys),
  fold(['binary_classification', 'binary-classification'], binaryKeys),
  fold(['multiclass_classification', 'multiclass-classification'], classesKeys),
  closed<PythonFoldDocument>(
    {
      type: about('A fold of your own, in Python.', { const: 'python' }),
      compute_metrics_snippet: about(
        'Python that defines `compute_metrics(scores)`, or the path of a `.py` file.',
        text,
      ),
      key,
    },
    ['type', 'compute_metrics_snippet'],
  ),
];

/** The `metrics` of a scorer. */
export const foldList: Schema = either(
  listOf(either(oneOf(...Object.keys(FOLD_NAMES)), ...foldObject)),
  moduleFold,
);
