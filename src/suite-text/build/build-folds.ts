import { type Fold, type MetricSpec, type Scorer, foldMetrics } from '#core';
import {
  type EntryDocument,
  FOLD_NAMES,
  type FoldDocument,
  type FoldName,
  type NamedFoldDocument,
  type OutputFoldName,
  type Path,
  type RateFoldName,
} from '#schema';
import type { Build } from './build.ts';
import { hintFor } from '../problems/hint-for.ts';
import { resolveModule, resolvePath } from './resolve-path.ts';

const RATES: ReadonlySet<string> = new Set<RateFoldName>(['precision', 'recall', 'f1']);
const COUNTS = ['tp', 'fp', 'fn'] as const;

type CountKey = (typeof COUNTS)[number];

/** The counts that each ratio is made of, and the option that names each of them. */
const COUNTS_OF: Readonly<Record<RateFoldName, readonly CountKey[]>> = {
  precision: ['tp', 'fp'],
  recall: ['tp', 'fn'],
  f1: ['tp', 'fp', 'fn'],
};
const COUNT_OPTIONS = {
  tp: 'num_true_positives_field',
  fp: 'num_false_positives_field',
  fn: 'num_false_negatives_field',
} as const;

/** What a fold is built for. A custom scorer has outputs that are not known before it runs. */
interface Site {
  readonly scorer: Scorer | null;
  readonly path: Path;
  readonly build: Build;
}

/** The folds of a scorer: names, objects with options, modules and Python. */
export function buildFolds(
  { metrics }: EntryDocument,
  scorer: Scorer | null,
  path: Path,
  build: Build,
): readonly Fold[] {
  if (metrics === undefined) return [];
  const isList = Array.isArray(metrics);
  const outputs = scorer?.metrics ?? [];
  const contentById = new Map(outputs.map(({ id }) => [id, '']));
  return [metrics].flat().flatMap((document: FoldDocument, index) => {
    const at = isList ? [...path, 'metrics', index] : [...path, 'metrics'];
    const fold = buildFold(document, { scorer, path: at, build });
    if (fold === null) return [];
    for (const { id } of foldMetrics(fold, outputs, '')) {
      const content = contentOf(fold, id);
      if ((contentById.get(id) ?? content) !== content) {
        const message = `two metrics of this scorer have the id ${id}`;
        build.problems.error('SUITE_VALUE', at, message, 'give one of them a `key` of its own');
      }
      contentById.set(id, content);
    }
    return [fold];
  });
}

/** What a fold measures under an id: the same by its name and by the name of the output is one metric. */
function contentOf(fold: Fold, id: string): string {
  if (fold.kind === 'named') return `${fold.name} ${id}`;
  return fold.kind === 'output' ? `${fold.name} ${fold.field}.${fold.name}` : JSON.stringify(fold);
}

function buildFold(document: FoldDocument, site: Site): Fold | null {
  if (typeof document === 'string') return buildNamed({ type: document }, site);
  const { path, build } = site;
  if ('module' in document)
    return { kind: 'module', ...resolveModule(document.module, [...path, 'module'], build) };
  if ('compute_metrics_snippet' in document) {
    const snippet = document.compute_metrics_snippet;
    const isFile = /^\S+\.py$/.test(snippet);
    const at = [...path, 'compute_metrics_snippet'];
    const source = isFile ? { file: resolvePath(snippet, at, build) } : { text: snippet };
    return { kind: 'python', source, id: prefixOf(document.key) };
  }
  return buildNamed(document, site);
}

function buildNamed(document: NamedFoldDocument, site: Site): Fold | null {
  const name = FOLD_NAMES[document.type];
  if (name === undefined) return null;
  if (name === 'binary_classification' || name === 'multiclass_classification')
    return buildClasses(name, document, site);
  return RATES.has(name)
    ? buildRate(name as RateFoldName, document, site)
    : buildOutput(name as OutputFoldName, document, site);
}

/** A fold of one output where the document names one, otherwise of all of them. */
function buildOutput(name: OutputFoldName, document: NamedFoldDocument, site: Site): Fold | null {
  const field = document.field ?? document.key;
  if (field === undefined) {
    if (document.name === undefined) return { kind: 'named', name };
    const hint = 'name the output: field: all_required_calls_made';
    site.build.problems.error('SUITE_VALUE', site.path, 'a name is for one output', hint);
    return null;
  }
  const option = document.field === undefined ? 'key' : 'field';
  if (!isKnown(field, outputsOf(site.scorer), option, site)) return null;
  const prefix = document.field === undefined ? '' : prefixOf(document.key);
  const id = name === 'frequency' ? field : (document.name ?? `${field}.${name}`);
  return { kind: 'output', name, field, id: prefix + id };
}

/** A ratio of counts: the scorer's own, those that the document names, or those of two classes. */
function buildRate(name: RateFoldName, document: NamedFoldDocument, site: Site): Fold | null {
  const { scorer } = site;
  const id = prefixOf(document.key) + (document.name ?? name);
  const hasFields = COUNTS.some((count) => document[COUNT_OPTIONS[count]] !== undefined);
  if (hasFields) return buildCounts(name, document, id, site);
  if (document.field_gt !== undefined || document.field_pred !== undefined)
    return buildClasses(name, document, site, id);
  const hasCounts = scorer === null || COUNTS.every((count) => scorer.tallyKeys.includes(count));
  if (!hasCounts) {
    rejectWithoutTruth(name, site);
    return null;
  }
  if (id === name) return { kind: 'named', name };
  return { kind: 'counts', name, tp: 'tp', fp: 'fp', fn: 'fn', id };
}

function buildCounts(
  name: RateFoldName,
  document: NamedFoldDocument,
  id: string,
  site: Site,
): Fold | null {
  const counts = site.scorer === null ? null : countsOf(site.scorer);
  const isComplete = COUNTS_OF[name].every((count) => {
    const option = COUNT_OPTIONS[count];
    const field = document[option];
    if (field !== undefined) return isKnown(field, counts, option, site);
    const message = `${name} also needs ${option}: the output that counts them`;
    site.build.problems.error('SUITE_VALUE', site.path, message);
    return false;
  });
  if (!isComplete) return null;
  const [tp = '', fp = '', fn = ''] = COUNTS.map((count) => document[COUNT_OPTIONS[count]] ?? '');
  return { kind: 'counts', name, tp, fp, fn, id };
}

/** A comparison of a prediction with the truth, row by row. */
function buildClasses(
  name: Exclude<FoldName, OutputFoldName>,
  document: NamedFoldDocument,
  site: Site,
  id = prefixOf(document.key),
): Fold | null {
  const { scorer } = site;
  const isPlain = document.field_gt === undefined && document.field_pred === undefined;
  if (scorer === null && isPlain && id === '') return { kind: 'named', name };
  const truth = document.field_gt ?? (scorer === null ? 'expected' : undefined);
  if (truth === undefined) {
    rejectWithoutTruth(name, site);
    return null;
  }
  const prediction = document.field_pred ?? scorer?.metrics[0]?.id ?? 'predicted';
  if (!isKnown(prediction, outputsOf(scorer), 'field_pred', site)) return null;
  const positive = [document.positive_answer ?? 1].flat();
  const negative = [document.negative_answer ?? 0].flat();
  return { kind: 'classes', name, prediction, truth, positive, negative, id };
}

function rejectWithoutTruth(name: string, { scorer, path, build }: Site): void {
  const first = scorer?.metrics[0]?.id ?? 'predicted';
  const message = `${name} compares classes: an output as the prediction, and a column of the row as the truth; no column is named`;
  const hint = `write { type: ${name}, field_pred: ${first}, field_gt: <column> }`;
  build.problems.error('SUITE_VALUE', path, message, hint);
}

/** Whether an output exists; null: they are not known before the scorer runs. */
function isKnown(
  field: string,
  outputs: readonly string[] | null,
  option: string,
  { path, build }: Site,
): boolean {
  if (outputs === null || outputs.includes(field)) return true;
  const hint = (): string | undefined => hintFor(field, outputs, 'its outputs are');
  const message = `the scorer has no output "${field}"`;
  build.problems.error('SUITE_VALUE', [...path, option], message, hint);
  return false;
}

function outputsOf(scorer: Scorer | null): readonly string[] | null {
  return scorer === null ? null : scorer.metrics.map(({ id }) => id);
}

function countsOf({ metrics, tallyKeys }: Scorer): readonly string[] {
  const isCount = ({ unit }: MetricSpec): boolean => unit === 'count';
  return [...metrics.filter(isCount).map(({ id }) => id), ...tallyKeys];
}

function prefixOf(key: string | undefined): string {
  return key === undefined ? '' : `${key}.`;
}
