import type { Gate } from '../gates/gate.ts';
import { judgeGate, observeGap } from '../gates/gate-report.ts';
import type { GateReport } from '../report/report.ts';
import type { GateTarget } from './gate-targets.ts';
import { prefixOf, type ScorerPlan } from './plan.ts';
import type { TagSums } from './tag-sums.ts';

/** A metric of one tag, or of every tag, by its id. */
export interface TaggedMetric {
  /** Null: of every tag. */
  readonly tag: string | null;
  /** The id of the metric without the tag. */
  readonly metric: string;
}

/** The ids that metrics of a scorer have in reports. */
export function metricsOfPart(plan: ScorerPlan): readonly string[] {
  return plan.scorer.metrics.map(({ id }) => prefixOf(plan) + id);
}

const ONE = 'tag.';
const EACH = 'per_tag.';

/**
 * The parts of `tag.<name>.<metric>` and `per_tag.<metric>`, where the metric is one of these. A name may have dots:
 * the longest metric that fits is meant.
 */
export function splitTagged(id: string, metrics: readonly string[]): TaggedMetric | null {
  if (id.startsWith(EACH)) {
    const metric = id.slice(EACH.length);
    return metrics.includes(metric) ? { tag: null, metric } : null;
  }
  if (!id.startsWith(ONE)) return null;
  const rest = id.slice(ONE.length);
  const fits = metrics.filter(
    (metric) => rest.endsWith(`.${metric}`) && rest.length > metric.length + 1,
  );
  const [metric] = fits.toSorted((a, b) => b.length - a.length);
  return metric === undefined
    ? null
    : { tag: rest.slice(0, rest.length - metric.length - 1), metric };
}

/** Judges a gate on the figures of a tag, or of every tag with enough cases: one entry per tag. */
export function judgeTagged(
  gate: Gate,
  tag: string | null,
  { part, spec, shownAs }: GateTarget,
  tags: TagSums,
  unmeasured: number,
): readonly GateReport[] {
  const notMeasured = (why: string): readonly GateReport[] => {
    const none = { spec, value: null, interval: null, unmeasured, why };
    return [judgeGate(gate, none)];
  };
  const { fault, names } = tags;
  if (fault !== null) return notMeasured(fault);
  const least = Math.max(1, gate.minSupport ?? 1);
  const judged = (tag === null ? names : [tag]).flatMap((name): readonly GateReport[] => {
    const figures = tags.figuresOf(name, part);
    if (figures === null) return [];
    const { metrics, gaps, score, runs, errors } = figures;
    if (tag === null && runs + errors < least) return [];
    const gap = gaps.get(spec.id);
    const observation = {
      spec,
      value: metrics.get(spec.id) ?? null,
      interval: score.intervals[shownAs] ?? null,
      // Some runs may fail to be measured: then those of a tag may, too.
      unmeasured: Math.min(unmeasured, errors),
      ...(runs === 0 ? { why: 'no row of the tag was measured' } : {}),
      ...(gap === undefined ? {} : observeGap(gap, runs)),
    };
    return [{ ...judgeGate(gate, observation), metric: `${ONE}${name}.${shownAs}` }];
  });
  if (judged.length > 0) return judged;
  if (tag === null) return notMeasured(`no tag has ${least === 1 ? 'rows' : `${least} rows`}`);
  return notMeasured(explainUnknown(names));
}

const NAMES_SHOWN = 8;

function explainUnknown(names: readonly string[]): string {
  if (names.length === 0) return 'no row has tags';
  const more = names.length > NAMES_SHOWN ? `, ${names.length - NAMES_SHOWN} more` : '';
  return `no row has this tag; there are ${names.slice(0, NAMES_SHOWN).join(', ')}${more}`;
}
