import { type Fold, moduleFoldName } from './fold.ts';
import type { MetricSpec, Unit } from '../metrics/metric.ts';
import type { ScorerPlan } from './plan.ts';

/** A metric as a gate sees it. */
export type GateableMetric = Pick<MetricSpec, 'id' | 'unit' | 'better' | 'proportion'>;

const BY_OUTPUT: ReadonlySet<string> = new Set(['mean', 'min', 'max', 'std_dev', 'frequency']);
const FIXED = { better: 'higher', proportion: false } as const;

/** What a comparison of two classes gives. */
const BINARY_METRICS = ['accuracy', 'precision', 'recall', 'f1'] as const;

/** A fold gives one metric per output (`<metric>.mean`), or one for the scorer (`f1`). */
export function foldMetrics(
  fold: Fold,
  outputs: readonly GateableMetric[],
  prefix: string,
): readonly GateableMetric[] {
  const ratio = (id: string): GateableMetric => ({ id: prefix + id, unit: 'ratio', ...FIXED });
  switch (fold.kind) {
    case 'module':
      return [{ id: prefix + moduleFoldName(fold), unit: 'mean', ...FIXED }];
    case 'python':
      return [];
    case 'counts':
      return [ratio(fold.id)];
    case 'classes':
      if (fold.name === 'multiclass_classification') return [ratio(`${fold.id}accuracy`)];
      return fold.name === 'binary_classification'
        ? BINARY_METRICS.map((name) => ratio(fold.id + name))
        : [ratio(fold.id)];
    case 'output': {
      const { name, field } = fold;
      const id = prefix + (name === 'frequency' ? `${fold.id}.${name}` : fold.id);
      const output = outputs.find((output) => output.id === prefix + field);
      return [outputMetric(name, id, output ?? { id, unit: 'mean', ...FIXED })];
    }
    default: {
      const { name } = fold;
      if (!BY_OUTPUT.has(name)) return [ratio(name)];
      return outputs.map((output) => outputMetric(name, `${output.id}.${name}`, output));
    }
  }
}

function outputMetric(name: string, id: string, { unit, better }: GateableMetric): GateableMetric {
  return {
    id,
    unit: foldUnit(name, unit),
    better: name === 'std_dev' ? 'lower' : better,
    proportion: false,
  };
}

function foldUnit(name: string, unit: Unit): Unit {
  if (name === 'frequency') return 'ratio';
  return name !== 'std_dev' && unit === 'ratio' ? 'ratio' : 'mean';
}

/** A metric whose id depends on what the rows contain: a value, a class, or what Python returns. */
export function findRowMetric(id: string, { folds, key }: ScorerPlan): GateableMetric | null {
  const prefix = key === null ? '' : `${key}.`;
  for (const fold of folds) {
    if (fold.kind === 'python' && fold.id !== '' && id.startsWith(prefix + fold.id))
      return { id, unit: 'mean', ...FIXED };
    const isValue = fold.kind === 'output' && fold.name === 'frequency';
    const isClass = fold.kind === 'classes' && fold.name === 'multiclass_classification';
    if (
      (isValue && id.startsWith(`${prefix}${fold.id}_`)) ||
      (isClass && id.startsWith(prefix + fold.id) && /_(?:precision|recall)$/.test(id))
    )
      return { id, unit: 'ratio', ...FIXED };
  }
  return null;
}
