import type { SchemaOf } from '../schema/schema.ts';
import type { DefaultGate, Scorer, ScorerMetric } from './scorer.ts';
import type { SuiteForm } from './suite-form.ts';

/** A scorer whose name, options, metrics and keys in suites the compiler can derive types from. */
export interface NamedScorer<
  Name extends string = string,
  Options = unknown,
  Suite extends SuiteForm = never,
  Id extends string = string,
> extends Scorer<Options> {
  readonly name: Name;
  readonly metrics: readonly (ScorerMetric & { readonly id: Id })[];
  readonly options: SchemaOf<Options>;
  readonly suite?: Suite;
}

/** The parts of a scorer that have defaults or follow from others. */
type Completed = 'name' | 'options' | 'suite' | 'metrics' | 'defaultGates' | 'meanMetric';
type Defaulted = 'isVacuous' | 'showsArguments';

/** A scorer as its folder writes it. */
interface ScorerDefinition<Name extends string, Options, Suite extends SuiteForm, Id extends string>
  extends Omit<Scorer<Options>, Completed | Defaulted>, Partial<Pick<Scorer<Options>, Defaulted>> {
  readonly name: Name;
  readonly options: SchemaOf<Options>;
  readonly suite?: Suite;
  /** By their ids. The one without `derive` is the mean of the runs' samples. */
  readonly metrics: Readonly<Record<Id, Omit<ScorerMetric, 'id'>>>;
  readonly defaultGates?: readonly DefaultGate<NoInfer<Id>>[];
}

/** The scorer of a definition. */
export function defineScorer<
  const Name extends string,
  Options,
  Id extends string,
  const Suite extends SuiteForm = never,
>(definition: ScorerDefinition<Name, Options, Suite, Id>): NamedScorer<Name, Options, Suite, Id> {
  const byId: Readonly<Record<string, Omit<ScorerMetric, 'id'>>> = definition.metrics;
  const metrics = Object.entries(byId).map(([id, metric]) => ({ id: id as Id, ...metric }));
  return {
    isVacuous: () => false,
    showsArguments: false,
    defaultGates: [],
    ...definition,
    metrics,
    meanMetric: metrics.find(({ derive }) => derive === undefined)?.id ?? null,
  };
}
