import {
  about,
  closed,
  either,
  type Fields,
  type Infer,
  type InferFields,
  listOf,
  literal,
  ofType,
  oneOf,
  type SchemaOf,
  someOf,
  text,
  typed,
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

const answer = ofType('string', 'number', 'boolean');
const answers = either(answer, someOf(answer));
const key = about('Written before the ids of the metric: `key.accuracy`.', text);
const name = about('The id of the metric.', text);

const outputKeys = {
  field: about('The output that is folded; all of them where none is named.', text),
  key: about('The output, where `field` is not there; otherwise written before the id.', text),
  name,
};

const classesKeys = {
  field_pred: about('The output that is the prediction; default: the first one.', text),
  field_gt: about('The column of the row that is the truth.', text),
  key,
};

const binaryKeys = {
  ...classesKeys,
  positive_answer: about('The class that is positive; default 1.', answers),
  negative_answer: about('The class that is negative; default 0.', answers),
};

const rateKeys = {
  ...binaryKeys,
  num_true_positives_field: about('The output that counts true positives.', text),
  num_false_positives_field: about('The output that counts false positives.', text),
  num_false_negatives_field: about('The output that counts false negatives.', text),
  name,
};

function namedFold<const Name extends string, F extends Fields>(
  types: readonly Name[],
  fields: F,
): SchemaOf<{ readonly type: Name } & InferFields<F>> {
  const type = about('The kind of the metric.', oneOf(...types));
  return typed(closed({ type, ...fields }, ['type']));
}

const moduleFold = closed(
  {
    type: about('A fold of your own.', literal('module')),
    module: about('A fold of your own, such as `./metric.ts#name`.', text),
  },
  ['module'],
);

const { name: _name, ...frequencyKeys } = outputKeys;

const fold = either(
  oneOf(...Object.keys(FOLD_NAMES)),
  moduleFold,
  namedFold(['mean', 'min', 'max', 'std_dev'], outputKeys),
  namedFold(['frequency'], frequencyKeys),
  namedFold(['precision', 'recall', 'f1', 'f1_score'], rateKeys),
  namedFold(['binary_classification', 'binary-classification'], binaryKeys),
  namedFold(['multiclass_classification', 'multiclass-classification'], classesKeys),
  closed(
    {
      type: about('A fold of your own, in Python.', literal('python')),
      compute_metrics_snippet: about(
        'Python that defines `compute_metrics(scores)`, or the path of a `.py` file.',
        text,
      ),
      key,
    },
    ['type', 'compute_metrics_snippet'],
  ),
);

/** The `metrics` of a scorer. */
export const foldList = either(listOf(fold), moduleFold);

/** A fold by its name with options; which ones fit is the schema's to say. */
export type NamedFoldDocument = { readonly type: string } & InferFields<
  typeof outputKeys & typeof rateKeys
>;

export type FoldDocument = Infer<typeof fold>;
