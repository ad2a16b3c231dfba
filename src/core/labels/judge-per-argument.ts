import type { Gate } from '../gates/gate.ts';
import { judgeGate } from '../gates/gate-report.ts';
import { metricValue, type MetricSpec } from '../metrics/metric.ts';
import type { ArgumentReport, GateReport } from '../report/report.ts';

/** How often a labelled argument is right, argument by argument. */
export const ARGUMENT_METRIC: MetricSpec = {
  id: 'per_argument.match',
  unit: 'ratio',
  better: 'higher',
  proportion: true,
  summary:
    'of the rightly chosen calls with a labelled argument, the share that has it equal; gated by tool and argument',
};

/** Judges a gate on single arguments: one entry per argument that is labelled often enough. */
export function judgePerArgument(
  gate: Gate,
  reports: readonly ArgumentReport[],
  unmeasured: number,
): readonly GateReport[] {
  const least = Math.max(1, gate.minSupport ?? 1);
  const supported = reports.filter(({ match, unknown = 0 }) => match.n + unknown >= least);
  if (supported.length === 0) {
    const none = { spec: ARGUMENT_METRIC, value: null, interval: null, unmeasured };
    const often = least === 1 ? 'at all' : `${least} times`;
    return [{ ...judgeGate(gate, none), note: `no argument was labelled ${often}` }];
  }
  return supported.map(({ tool, argument, match: { k, n, interval }, unknown = 0 }) => {
    // A value that is redacted may be either: the figure is not known then.
    const value = n === 0 || unknown > 0 ? null : metricValue('ratio', k, n);
    const why = unknown > 0 ? `${unknown} of ${n + unknown} are redacted or partial` : undefined;
    const observation = { spec: ARGUMENT_METRIC, value, interval, unmeasured };
    const judged = judgeGate(gate, why === undefined ? observation : { ...observation, why });
    return { ...judged, tool: `${tool} ${argument}` };
  });
}
