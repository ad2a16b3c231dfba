import {
  compileCallRules,
  comparePiles,
  type Decimal,
  DRIFT_METRICS,
  type DriftReport,
  driftValues,
  judgeDriftGate,
  metricNumber,
  NO_CALL_RULES,
  policyOf,
  type Redaction,
  redactNames,
  rejectUnknownRequesters,
  RequesterCounts,
  unmeasuredOf,
  verdictOf,
} from '#core';
import type { TraceRecord } from '#readers';
import { loadLinearRegex, type ThresholdFlag } from '#suite';
import { IssueList } from '../issues/issue-list.ts';
import { driftGates, type DriftGate } from './drift-gates.ts';
import { Pile, type PileOptions } from './read-pile.ts';

/** How many tools a report lists. */
const MAX_TOOLS = 1000;

export interface DriftOptions {
  readonly cwd: string;
  readonly format: string | null;
  readonly requester: readonly string[] | null;
  readonly ignoreTypes: readonly string[];
  readonly thresholds: readonly ThresholdFlag[];
  /** How much a share must change at least to be drift. */
  readonly minChange: Decimal;
  /** How many runs may stay unmeasured without spoiling the verdict. */
  readonly maxErrors: number;
  readonly allowTornTail: boolean;
  readonly version: string;
  /** What is replaced by placeholders in the report. */
  readonly redaction: Redaction;
  readonly onProgress: (traces: number) => void;
  /** Whether the databases of the piles count them. */
  readonly pushDown?: boolean;
}

/** Compares two piles of traces without labels. Throws a UserError where one of them has nothing to look at. */
export async function driftTraces(
  before: string,
  after: string,
  options: DriftOptions,
): Promise<DriftReport> {
  return comparePilesOf([before, after], options, (pile) =>
    options.pushDown === true ? pile.count() : pile.read(),
  );
}

/** Traces that were read already, and what they are called. */
export interface NamedRecords {
  readonly source: string;
  readonly records: AsyncIterable<readonly TraceRecord[]>;
}

/** Compares traces that were read already, as `driftTraces` compares files. */
export async function driftRecords(
  before: NamedRecords,
  after: NamedRecords,
  options: DriftOptions,
): Promise<DriftReport> {
  const sources = [before.source, after.source] as const;
  return comparePilesOf(sources, options, (pile, i) =>
    pile.take((i === 0 ? before : after).records),
  );
}

async function comparePilesOf(
  [before, after]: readonly [string, string],
  options: DriftOptions,
  fill: (pile: Pile, place: number) => Promise<void>,
): Promise<DriftReport> {
  const gates = driftGates(options.thresholds);
  const redaction = policyOf(options.redaction);
  const issues = new IssueList(redaction);
  const requesters = new RequesterCounts(options.requester);
  let read = 0;
  const reading: PileOptions = {
    ...options,
    regex: await loadLinearRegex(),
    redaction,
    rules: compileCallRules({ ...NO_CALL_RULES, requester: options.requester }),
    requester: options.requester,
    requesters,
    issues,
    onProgress: (traces) => options.onProgress((read += traces)),
  };
  const piles = [new Pile(before, reading), new Pile(after, reading)] as const;
  for (const [i, pile] of piles.entries()) await fill(pile, i);
  rejectUnknownRequesters(requesters, piles[0].sums.runs + piles[1].sums.runs);
  const report = reportOf(piles, gates, options, issues);
  return redaction === null ? report : redactNames(report, redaction);
}

function reportOf(
  [before, after]: readonly [Pile, Pile],
  gates: readonly DriftGate[],
  { minChange, maxErrors, version, redaction }: DriftOptions,
  issues: IssueList,
): DriftReport {
  const compared = comparePiles(before.sums, after.sums, minChange);
  const values = driftValues(before.sums, after.sums, compared);
  const runs = Math.min(before.sums.runs, after.sums.runs);
  const errors = before.errors + after.errors;
  // Of a partial run is not known which other tools it called.
  const partial = before.sums.partial + after.sums.partial;
  const unmeasured = unmeasuredOf({ runs, errors: errors + partial, maxErrors });
  const judged = gates.map(({ spec, gate }) =>
    judgeDriftGate(gate, spec, values.get(spec.id)!, compared, unmeasured),
  );
  const missing = DRIFT_METRICS.flatMap(({ id }): [string, string][] => {
    const why = values.get(id)?.why ?? null;
    return why === null ? [] : [[id, why]];
  });
  return {
    schemaVersion: 1,
    kind: 'drift',
    verdict: verdictOf({ gates: judged, runs, errors, maxErrors }),
    before: before.report(),
    after: after.report(),
    ...compared,
    tools: { total: compared.tools.length, items: compared.tools.slice(0, MAX_TOOLS) },
    metrics: Object.fromEntries(
      DRIFT_METRICS.map(({ id }) => {
        const value = values.get(id)?.value ?? null;
        return [id, value === null ? null : metricNumber(value)];
      }),
    ),
    units: Object.fromEntries(DRIFT_METRICS.map(({ id, unit }) => [id, unit])),
    ...(missing.length === 0 ? {} : { notMeasured: Object.fromEntries(missing) }),
    gates: judged,
    ...issues.report(),
    version,
    redaction,
  };
}
