import {
  explainGap,
  type FormatReport,
  type GateReport,
  INSPECTION_METRICS,
  inspectionGaps,
  type InspectionReport,
  inspectionValues,
  judgeGate,
  metricNumber,
  type MetricSpec,
  observeGap,
  policyOf,
  redactNames,
  rejectUnknownRequesters,
  RequesterCounts,
  type TestReport,
  type Unit,
  unmeasuredOf,
  verdictOf,
  worstVerdict,
} from '#core';
import { addSizes } from '#push-down';
import { findTraces, type FoundTraces, openFound } from '#readers';
import { buildGate, suiteError, type ThresholdFlag } from '#suite';
import { Inspection, type InspectSetup } from './inspecting/inspection.ts';
import { FormatCounts } from './intake/format-counts.ts';
import { runIssue } from './issues/run-codes.ts';
import { planRecordJobs, readJobs } from './reading/read-jobs.ts';
import { openThreadPool, type ThreadPool } from './reading/thread-pool.ts';

export interface InspectOptions extends Omit<InspectSetup, 'scoreThresholds'> {
  readonly format: string | null;
  readonly thresholds: readonly ThresholdFlag[];
  readonly allowTornTail: boolean;
  /** Whether the database of the traces counts them. */
  readonly pushDown?: boolean;
  readonly version: string;
  readonly onProgress: (traces: number) => void;
  /** By default that of this machine. */
  readonly threadPool?: ThreadPool;
}

/** Looks at traces without a suite or a label. Throws a UserError when there is nothing to look at. */
export async function inspectTraces(
  traces: readonly string[],
  options: InspectOptions,
): Promise<InspectionReport> {
  const isOfInspection = ({ metric }: ThresholdFlag): boolean => specOf(metric) !== undefined;
  const gates = options.thresholds.filter(isOfInspection).map(toGate);
  const { cwd, requester, ignoreTypes, unwrap, maxErrors, skills, redaction } = options;
  const inspection = await Inspection.open({
    cwd,
    requester,
    ...(ignoreTypes === undefined ? {} : { ignoreTypes }),
    ...(unwrap === undefined ? {} : { unwrap }),
    maxErrors,
    ...(skills === undefined ? {} : { skills }),
    ...(redaction === undefined ? {} : { redaction }),
    scoreThresholds: options.thresholds.filter((flag) => !isOfInspection(flag)),
  });
  if (options.pushDown === true && (await countInto(inspection, traces)))
    return await reportOf(inspection, gates, [], options);
  const foundTraces = await findTraces(traces, options.cwd, options.format);
  for (const issue of foundTraces.warnings) inspection.issues.add(issue);
  const formats = await readInto(inspection, foundTraces, options);
  return await reportOf(inspection, gates, formats, options);
}

/** Has a database count the traces; false where they must be read. */
async function countInto(inspection: Inspection, traces: readonly string[]): Promise<boolean> {
  const { countSource } = await import('./push-down/count-source.ts');
  const source = traces.length === 1 ? (traces[0] as string) : '';
  const counted = await countSource(source, inspection.setup);
  if ('why' in counted) {
    const message = `the traces are streamed: ${counted.why}`;
    inspection.issues.add(runIssue('PUSH_DOWN_STREAMED', message));
    return false;
  }
  addSizes(inspection.test.sums, counted.pile);
  inspection.inspector.addCounted(counted.pile);
  return true;
}

/** Reads everything, in several threads where there is much to read; returns which formats there were. */
async function readInto(
  inspection: Inspection,
  foundTraces: FoundTraces,
  options: InspectOptions,
): Promise<readonly FormatReport[]> {
  const { format, allowTornTail, onProgress, threadPool = openThreadPool(null) } = options;
  const plan = await planRecordJobs(foundTraces, threadPool);
  if (plan !== null) {
    const task = { kind: 'inspect', setup: inspection.setup, format, allowTornTail } as const;
    return await readJobs(plan, foundTraces, inspection, { task, threadPool, onProgress });
  }
  const formats = new FormatCounts();
  const { batches } = openFound(foundTraces, {
    format,
    allowTornTail,
    onFormat: (input, known) => formats.add(input, known),
  });
  let read = 0;
  for await (const records of batches) {
    for (const record of records) inspection.add(record);
    onProgress((read += records.length));
  }
  return formats.report();
}

type SetGate = { readonly spec: MetricSpec; readonly gate: Parameters<typeof judgeGate>[0] };

/** The report of all that was added. */
async function reportOf(
  inspection: Inspection,
  gates: readonly SetGate[],
  formats: readonly FormatReport[],
  options: InspectOptions,
): Promise<InspectionReport> {
  inspection.finish();
  const { report: test, calls, remarks, requesters } = await inspection.test.finish(null);
  const counts = new RequesterCounts(null);
  counts.merge(requesters);
  rejectUnknownRequesters(counts, test.runs);
  for (const message of remarks) inspection.issues.add(runIssue('MATCH_REMARK', message));
  const { runs, errors } = test;
  const { maxErrors } = options;
  const unmeasured = unmeasuredOf({ runs, errors, maxErrors });
  const { found, figures } = inspection.inspector.report();
  const values = inspectionValues(figures);
  const { metrics, units, notMeasured } = metricsOf(test);
  const gaps = inspectionGaps(figures);
  INSPECTION_METRICS.forEach(({ id, unit }, i) => {
    const value = values[i] ?? null;
    metrics.set(id, value === null ? null : metricNumber(value));
    units.set(id, unit);
    const gap = gaps[i] ?? null;
    if (gap !== null) notMeasured.set(id, explainGap(gap, test.runs));
  });
  const judged = gates.map(({ spec, gate }): GateReport => {
    const at = INSPECTION_METRICS.indexOf(spec);
    const gap = gaps[at] ?? null;
    const known = gap === null ? {} : observeGap(gap, test.runs);
    return judgeGate(gate, {
      spec,
      value: values[at] ?? null,
      interval: null,
      unmeasured,
      ...known,
    });
  });
  const all = [...test.gates, ...judged];
  const { redaction = 'secrets', version } = options;
  const policy = policyOf(redaction);
  const issues = inspection.issues.report();
  const report: InspectionReport = {
    schemaVersion: 1,
    kind: 'inspection',
    verdict: worstVerdict([
      verdictOf({ gates: all, runs, errors, maxErrors }),
      ...(issues.issues.some(({ severity }) => severity === 'error') ? ['error' as const] : []),
    ]),
    runs: {
      measured: test.runs,
      errors: test.errors,
      withoutCalls: metrics.get('runs.without_calls') ?? 0,
      ...(figures.partial === 0 ? {} : { partial: figures.partial }),
    },
    calls,
    ...found,
    metrics: Object.fromEntries(metrics),
    units: Object.fromEntries(units),
    ...(notMeasured.size === 0 ? {} : { notMeasured: Object.fromEntries(notMeasured) }),
    gates: all,
    unmeasured: test.unmeasured,
    ...issues,
    formats,
    version,
    redaction,
  };
  return policy === null ? report : redactNames(report, policy);
}

function specOf(metric: string): MetricSpec | undefined {
  return INSPECTION_METRICS.find(({ id }) => id === metric);
}

function toGate(flag: ThresholdFlag): SetGate {
  const spec = specOf(flag.metric) as MetricSpec;
  const gate = buildGate(flag, spec);
  if (!('message' in gate)) return { spec, gate };
  throw suiteError('SUITE_GATE_UNIT', `--threshold ${flag.metric}: ${gate.message}`, {
    hint: gate.hint,
  });
}

function metricsOf(test: TestReport): {
  metrics: Map<string, number | null>;
  units: Map<string, Unit>;
  notMeasured: Map<string, string>;
} {
  return {
    metrics: new Map(test.scores.flatMap((score) => Object.entries(score.metrics))),
    units: new Map(test.scores.flatMap((score) => Object.entries(score.units))),
    notMeasured: new Map(test.scores.flatMap((score) => Object.entries(score.notMeasured ?? {}))),
  };
}
