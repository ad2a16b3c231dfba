import {
  asWarning,
  type CallRules,
  compileCallRules,
  explainGap,
  findTextCall,
  formatWhere,
  type GateReport,
  ignoreTypes,
  INSPECTION_METRICS,
  inspectionGaps,
  type InspectionReport,
  inspectionValues,
  Inspector,
  type Issue,
  judgeGate,
  metricNumber,
  type MetricSpec,
  observeGap,
  policyOf,
  type Redaction,
  redactNames,
  rejectUnknownRequesters,
  RequesterCounts,
  ScorerCompiler,
  SCORERS,
  type TestReport,
  TEXT_CALL_CODE,
  textCallMessage,
  type Trace,
  type Unit,
  unmeasuredOf,
  verdictOf,
  worstVerdict,
} from '#core';
import { openTraces, readIssue, type TraceRecord } from '#readers';
import {
  applyThresholds,
  buildGate,
  loadLinearRegex,
  scorerPlan,
  type Suite,
  suiteError,
  type TestPlan,
  type ThresholdFlag,
  tracesSuite,
} from '#suite';
import { FormatCounts } from './intake/format-counts.ts';
import { IssueList } from './issues/issue-list.ts';
import { TestRun } from './test-runs/test-run.ts';
import { runIssue } from './issues/run-codes.ts';

export interface InspectOptions {
  readonly cwd: string;
  readonly format: string | null;
  readonly requester: readonly string[] | null;
  /** Types of a record that its reader does not know, and that are not calls. */
  readonly ignoreTypes?: readonly string[];
  readonly thresholds: readonly ThresholdFlag[];
  /** How many runs may stay unmeasured without spoiling the verdict. */
  readonly maxErrors: number;
  readonly allowTornTail: boolean;
  readonly version: string;
  /** What is replaced by placeholders in the report. */
  readonly redaction?: Redaction;
  readonly onProgress: (traces: number) => void;
}

/** Looks at traces without a suite or a label. Throws a UserError when there is nothing to look at. */
export async function inspectTraces(
  traces: readonly string[],
  options: InspectOptions,
): Promise<InspectionReport> {
  const isOfInspection = ({ metric }: ThresholdFlag): boolean => specOf(metric) !== undefined;
  const gates = options.thresholds.filter(isOfInspection).map(toGate);
  const suite = suiteOf(
    options,
    options.thresholds.filter((flag) => !isOfInspection(flag)),
  );
  const inspection = new Inspection(suite, await loadLinearRegex(), options);
  const formats = new FormatCounts();
  const { warnings, batches } = await openTraces(traces, options.cwd, {
    format: options.format,
    allowTornTail: options.allowTornTail,
    onFormat: (input, format) => formats.add(input, format),
  });
  for (const issue of warnings) inspection.issues.add(issue);
  let read = 0;
  for await (const records of batches) {
    for (const record of records) inspection.add(record);
    options.onProgress((read += records.length));
  }
  return await inspection.finish(gates, formats);
}

type SetGate = { readonly spec: MetricSpec; readonly gate: Parameters<typeof judgeGate>[0] };

/** What is known of the traces so far. */
class Inspection {
  readonly issues: IssueList;
  readonly #test: TestRun;
  readonly #inspector: Inspector;
  readonly #rules: CallRules;
  readonly #options: InspectOptions;

  constructor(
    suite: Suite,
    regex: (pattern: string) => (text: string) => boolean,
    options: InspectOptions,
  ) {
    const plan = suite.tests[0] as TestPlan;
    const policy = policyOf(options.redaction ?? 'secrets');
    this.issues = new IssueList(policy);
    this.#test = new TestRun(suite, plan, new ScorerCompiler({ regex }, policy));
    this.#inspector = new Inspector({ regex }, policy);
    this.#rules = compileCallRules(plan.rules);
    this.#options = options;
  }

  add(record: TraceRecord): void {
    if (record.kind === 'trace') {
      const { where } = record;
      const trace = ignoreTypes(record.trace, this.#options.ignoreTypes);
      for (const issue of trace.issues)
        this.issues.add({ ...issue, where: { ...where, ...issue.where } });
      this.#warnOfTextCall(trace, where);
      // Ids and run numbers of production traces repeat; nothing is joined by them here.
      this.#test.add({ ...trace, id: null, run: null }, { where });
      if (trace.error === null)
        this.#inspector.add(trace, this.#rules(trace.calls).calls, () => formatWhere(where));
    } else if (record.kind === 'warning' || record.issue.code === 'FORMAT_UNKNOWN')
      this.issues.add(record.issue);
    else this.#test.addUnreadable(record.issue);
  }

  /** Readers of other formats warn themselves. */
  #warnOfTextCall(trace: Trace, where: Issue['where']): void {
    const tool = findTextCall(trace);
    if (tool === null || trace.issues.some(({ code }) => code === TEXT_CALL_CODE)) return;
    const message = textCallMessage(tool);
    this.issues.add(asWarning(readIssue(TEXT_CALL_CODE, message, { where })));
  }

  async finish(gates: readonly SetGate[], formats: FormatCounts): Promise<InspectionReport> {
    const { report: test, calls, remarks, requesters } = await this.#test.finish(null);
    const counts = new RequesterCounts(null);
    counts.merge(requesters);
    rejectUnknownRequesters(counts, test.runs);
    for (const message of remarks) this.issues.add(runIssue('MATCH_REMARK', message));
    const { runs, errors } = test;
    const { maxErrors } = this.#options;
    const unmeasured = unmeasuredOf({ runs, errors, maxErrors });
    const { found, figures } = this.#inspector.report();
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
    const { redaction = 'secrets', version } = this.#options;
    const policy = policyOf(redaction);
    const issues = this.issues.report();
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
      formats: formats.report(),
      version,
      redaction,
    };
    return policy === null ? report : redactNames(report, policy);
  }
}

function suiteOf(
  { cwd, requester, maxErrors }: InspectOptions,
  flags: readonly ThresholdFlag[],
): Suite {
  const labelFree = SCORERS.filter(({ isLabelFree }) => isLabelFree === true);
  const scorers = labelFree.map(({ name }) => scorerPlan(name, {}));
  const [suite] = applyThresholds([tracesSuite(cwd, scorers, { requester }, maxErrors)], flags);
  return suite as Suite;
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
