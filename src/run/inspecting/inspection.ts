import {
  asWarning,
  type CallRules,
  compileCallRules,
  findTextCall,
  formatWhere,
  ignoreTypes,
  Inspector,
  type InspectorState,
  type Issue,
  policyOf,
  type Redaction,
  type ScannedCall,
  ScorerCompiler,
  SCORERS,
  type TestState,
  TEXT_CALL_CODE,
  textCallMessage,
  toSkillTrace,
  type Trace,
  type UnwrapRule,
} from '#core';
import type { LineScanner } from '#bulk';
import { readIssue, type TraceRecord } from '#readers';
import {
  applyThresholds,
  loadLinearRegex,
  scorerPlan,
  type Suite,
  type TestPlan,
  type ThresholdFlag,
  tracesSuite,
} from '#suite';
import { IssueList, type IssueListState } from '../issues/issue-list.ts';
import type { MergedSums } from '../reading/read-jobs.ts';
import type { ScannedLine } from '../reading/record-worker.ts';
import { TestRun } from '../test-runs/test-run.ts';
import type { Origin } from '../test-runs/test-traces.ts';
import { mayShowMore, ScannedRuns } from './scanned-runs.ts';

/** How traces are inspected, as plain data. */
export interface InspectSetup {
  readonly cwd: string;
  readonly requester: readonly string[] | null;
  /** Types of a record that its reader does not know, and that are not calls. */
  readonly ignoreTypes?: readonly string[];
  /** Tools whose real choice is in their arguments. */
  readonly unwrap?: readonly UnwrapRule[];
  /** Gates on figures of scorers. */
  readonly scoreThresholds: readonly ThresholdFlag[];
  /** How many runs may stay unmeasured without spoiling the verdict. */
  readonly maxErrors: number;
  /** Whether the skills that runs pick are looked at, and not their calls. */
  readonly skills?: boolean;
  /** What is replaced by placeholders in the report. */
  readonly redaction?: Redaction;
}

/** The part of an inspection that is merged in any order. */
export interface InspectionState {
  readonly test: TestState | null;
  readonly issues: IssueListState;
}

/** What is known of the traces so far. */
export class Inspection implements MergedSums<InspectorState, InspectionState> {
  readonly issues: IssueList;
  readonly test: TestRun;
  /** What the jobs so far showed, in their order. */
  readonly inspector: Inspector;
  /** What the current job shows. */
  #current: Inspector;
  /** The calls of scanned runs, by the numbers that the scanner has for them. */
  #scannedCalls = new Map<number, ScannedCall>();
  readonly #open: () => Inspector;
  readonly #rules: CallRules;
  readonly setup: InspectSetup;
  readonly #scanned = new ScannedRuns();
  /** Runs that were scanned since the last that was parsed. */
  #unnumbered = 0;

  private constructor(
    suite: Suite,
    regex: (pattern: string) => (text: string) => boolean,
    setup: InspectSetup,
  ) {
    const plan = suite.tests[0] as TestPlan;
    const policy = policyOf(setup.redaction ?? 'secrets');
    this.issues = new IssueList(policy);
    this.test = new TestRun(suite, plan, new ScorerCompiler({ regex }, policy));
    this.#open = () => new Inspector({ regex }, policy);
    this.inspector = this.#open();
    this.#current = this.#open();
    this.#rules = compileCallRules(plan.rules);
    this.setup = setup;
  }

  static async open(setup: InspectSetup): Promise<Inspection> {
    return new Inspection(suiteOf(setup), await loadLinearRegex(), setup);
  }

  add(record: TraceRecord, job = 0): void {
    this.#skipNumbers(job);
    const origin: Origin = { job, mayRepeat: NEVER };
    if (record.kind === 'trace') {
      const { where } = record;
      const recorded = ignoreTypes(record.trace, this.setup.ignoreTypes);
      const trace = this.setup.skills ? toSkillTrace(recorded) : recorded;
      for (const issue of trace.issues)
        this.issues.add({ ...issue, where: { ...where, ...issue.where } });
      this.#warnOfTextCall(trace, where);
      // Ids and run numbers of production traces repeat; nothing is joined by them here.
      this.test.add({ ...trace, id: null, run: null }, { where }, origin);
      if (trace.error === null)
        this.#current.add(trace, this.#rules(trace.calls).calls, () => formatWhere(where));
    } else if (record.kind === 'warning' || record.issue.code === 'FORMAT_UNKNOWN')
      this.issues.add(record.issue);
    else this.test.addUnreadable(record.issue, origin);
  }

  /** Readers of other formats warn themselves. */
  #warnOfTextCall(trace: Trace, where: Issue['where']): void {
    const tool = findTextCall(trace);
    if (tool === null || trace.issues.some(({ code }) => code === TEXT_CALL_CODE)) return;
    const message = textCallMessage(tool);
    this.issues.add(asWarning(readIssue(TEXT_CALL_CODE, message, { where })));
  }

  /** Adds the run of a native line without parsing it, where all that an inspection needs was scanned. */
  addScanned(scanner: LineScanner, line: ScannedLine, job: number): boolean {
    const { unwrap = [], skills, requester } = this.setup;
    if (unwrap.length > 0 || skills === true || requester !== null) return false;
    const { calls } = scanner;
    // Whether a run without calls has an answer was not scanned.
    if (calls === null || calls.length === 0 || mayShowMore(line.bytes)) return false;
    const used = this.#scanned.add(scanner, calls);
    if (this.#scanned.isFull) this.#scanned.addTo(this.test.sums);
    this.#unnumbered += 1;
    this.#job = job;
    const described: ScannedCall[] = [];
    for (const call of calls) described.push(this.#describe(scanner, call));
    this.#current.addScanned(described, used, () => formatWhere(line.where()));
    return true;
  }

  /** The job of the scanned runs. */
  #job = 0;

  #describe(scanner: LineScanner, call: number): ScannedCall {
    let described = this.#scannedCalls.get(call);
    if (described === undefined) {
      const { tool, status, isRepeated } = scanner.describe(call);
      described = { sums: this.#current.sumsOf(tool), status, isRepeated };
      this.#scannedCalls.set(call, described);
    }
    return described;
  }

  /** Runs are numbered in the order of the lines. */
  #skipNumbers(job: number): void {
    if (this.#unnumbered === 0) return;
    this.test.sums.numbers.skip(job, this.#unnumbered);
    this.#unnumbered = 0;
  }

  endJob(): InspectorState {
    this.#skipNumbers(this.#job);
    const state = this.#current.state();
    this.#current = this.#open();
    this.#scannedCalls = new Map();
    return state;
  }

  state(): InspectionState {
    this.#scanned.addTo(this.test.sums);
    return {
      test: this.test.hasRuns ? this.test.sums.state() : null,
      issues: this.issues.state(),
    };
  }

  mergeJob(output: InspectorState): void {
    this.inspector.merge(output);
  }

  merge({ test, issues }: InspectionState): void {
    if (test !== null) this.test.sums.merge(test);
    this.issues.merge(issues);
  }

  /** Ends the last job, where there were none: all was added here. */
  finish(): void {
    this.mergeJob(this.endJob());
    this.#scanned.addTo(this.test.sums);
  }
}

/** Nothing is joined by ids or numbers. */
const NEVER = (): boolean => false;

function suiteOf({ cwd, requester, unwrap = [], maxErrors, scoreThresholds }: InspectSetup): Suite {
  const labelFree = SCORERS.filter(({ isLabelFree }) => isLabelFree === true);
  const scorers = labelFree.map(({ name }) => scorerPlan(name, {}));
  const [suite] = applyThresholds(
    [tracesSuite(cwd, scorers, { requester, unwrap }, maxErrors)],
    scoreThresholds,
  );
  return suite as Suite;
}
