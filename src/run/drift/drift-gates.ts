import { DRIFT_METRICS, type Gate, type MetricSpec, suggest } from '#core';
import { buildGate, suiteError, type ThresholdFlag } from '#suite';

/** A gate of the command line on a figure of two piles. */
export interface DriftGate {
  readonly spec: MetricSpec;
  readonly gate: Gate;
}

/** The gates of `--threshold`. Throws a UserError for one that means nothing here. */
export function driftGates(flags: readonly ThresholdFlag[]): readonly DriftGate[] {
  return flags.map((flag) => {
    const spec = DRIFT_METRICS.find(({ id }) => id === flag.metric);
    if (spec === undefined) throw unknownMetric(flag.metric);
    const gate = buildGate(flag, spec);
    if (!('message' in gate)) return { spec, gate };
    throw suiteError('SUITE_GATE_UNIT', `--threshold ${flag.metric}: ${gate.message}`, {
      hint: gate.hint,
    });
  });
}

function unknownMetric(metric: string): Error {
  const ids = DRIFT_METRICS.map(({ id }) => id);
  const near = suggest(metric, ids);
  const message = `--threshold ${metric}: two piles without labels do not have this figure`;
  return suiteError('SUITE_UNKNOWN_METRIC', message, {
    hint: near === null ? `there are ${ids.join(', ')}` : `did you mean ${near}?`,
  });
}
