import {
  type EvalReport,
  ignoreTypes,
  type Issue,
  type JsonObject,
  type Place,
  type RunOrder,
  type RunSource,
  type Trace,
  type UserError,
  type RunOutcome,
  type CustomOutputs,
  type ScorerCompiler,
  canCountAsEmpty,
  emptyTrace,
  erroredIssue,
  type Finished,
  EvalSums,
} from '#core';
import type { EvalPlan, Suite } from '#suite';
import { computeFolds } from '../custom/compute-folds.ts';
import { chooseWeights } from './choose-weights.ts';
import {
  missingTrace,
  recordedTrace,
  rowId,
  unusedTrace,
  withCatalog,
} from '../datasets/dataset-row.ts';
import { CustomScorers } from '../custom/custom-scorers.ts';
import { RunIds } from '../test-runs/run-ids.ts';
import { evalWarnings } from './eval-warnings.ts';
import { findTooMany } from './too-many-runs.ts';
import { RowJoins } from './row-joins.ts';
import { figuresOf, type ScoredRun } from './scored-run.ts';
import { readUsableDataset } from '../datasets/read-dataset.ts';
import { RowLabels } from '../datasets/row-labels.ts';
import { filteredOf, type SelectedRows } from '../selection/select-rows.ts';
import type { UnmeasuredIssue } from '../issues/unmeasured-issue.ts';
import { runError, runIssue } from '../issues/run-codes.ts';

interface Row {
  readonly id: string;
  /** The order of its case, and of its only run. */
  readonly order: RunOrder;
  readonly value: JsonObject;
  readonly where: Place;
  /** Where the run was found: in the row, or elsewhere. */
  readonly source: RunSource;
}

/** Where the runs of an eval come from. */
export interface EvalSource {
  /** From elsewhere: what a row carries was another run, and is not used. */
  readonly joinsTraces: boolean;
  /** How many each row must have; null: one. */
  readonly runs: number | null;
  /** The ids of the rows that take part; null: all. */
  readonly only: ReadonlySet<string> | null;
  /** The rows that a filter by tag selects; null: it selects none or all. */
  readonly selected: SelectedRows | null;
  /** Called with every run that was scored, or could not be. */
  readonly onScored?: ((run: ScoredRun) => void) | undefined;
}

/** An eval while its rows and traces come in. */
export class EvalRun {
  readonly plan: EvalPlan;
  readonly suite: Suite;
  readonly source: EvalSource;
  readonly #sums: EvalSums;
  readonly #judging: ScorerCompiler['judging'];
  readonly #ids = new Set<string>();
  /** How many runs each row must have; null: one. */
  readonly #runs: number | null;
  readonly #only: ReadonlySet<string> | null;
  readonly #selected: SelectedRows | null;
  /** Rows that take no part: their traces belong to no other row either. */
  readonly #skipped = new Set<string>();
  /** How many rows were read, those that take no part too. */
  #read = 0;
  /** Rows that wait for traces from elsewhere, by id; null when rows carry their own. */
  readonly #waiting: Map<string, Row> | null;
  readonly #joins: RowJoins;
  readonly #taken = new RunIds();
  readonly labels: RowLabels;
  #own: CustomScorers | null = null;
  /** Whether its runs are made by driving an agent. */
  isDriven = false;

  constructor(suite: Suite, plan: EvalPlan, compiler: ScorerCompiler, source: EvalSource) {
    const { joinsTraces, runs, only, selected } = source;
    this.source = source;
    this.suite = suite;
    this.plan = plan;
    this.#runs = runs;
    this.#joins = new RowJoins(plan);
    this.#only = only ?? selected?.ids ?? null;
    this.#selected = selected;
    this.#sums = new EvalSums(plan, compiler, { haveRuns: runs !== null });
    this.#judging = compiler.judging;
    this.#waiting = joinsTraces || runs !== null ? new Map() : null;
    this.labels = new RowLabels(plan);
  }

  /** Reads the dataset; rows that carry their run are scored at once. */
  async readDataset(
    dataset: string,
    label: string,
    onProgress: (rows: number) => void,
  ): Promise<void> {
    this.#own = await CustomScorers.start(this.plan.scorers, this.suite.folder);
    const { weights } = this.#sums.measure;
    if (weights !== null) weights.choice = chooseWeights(this.plan.weights, dataset);
    for await (const records of readUsableDataset({ path: dataset, displayName: label })) {
      for (const record of records) {
        this.#read++;
        if (record.kind === 'error') await this.#addUnreadable(record.issue);
        else await this.#addRow(record.value, record.where);
      }
      onProgress(this.#sums.cases.length);
    }
    this.labels.check();
  }

  async #addRow(value: JsonObject, where: Place): Promise<void> {
    const id = rowId(
      // A line of a labels file says which case it is about.
      value.id ?? (this.plan.joinsById ? value.case : undefined),
      where,
      this.#read - 1,
    );
    this.#joins.add({ id, value, where });
    if (this.#only?.has(id) === false) {
      this.#skipped.add(id);
      return;
    }
    const row = { id, order: this.#register(id, where), value, where, source: { where } };
    if (!this.labels.add(row)) return;
    if (this.#waiting === null) await this.#scoreRecorded(row);
    else this.#waiting.set(id, row);
  }

  /** Scores the run that a row carries itself. */
  async #scoreRecorded(row: Row): Promise<void> {
    const { order, value, where } = row;
    const trace = recordedTrace(value);
    if (trace === null) await this.#addError(order, missingTrace(where), row);
    else if ('code' in trace)
      await this.#addError(order, { ...trace, where: { ...where, ...trace.where } }, row);
    else await this.#score(order, trace, row);
  }

  #register(id: string, where: Place): RunOrder {
    if (this.#ids.has(id)) {
      throw runError('ROW_DUPLICATE_ID', `two rows of "${this.plan.name}" have the id "${id}"`, {
        where,
      });
    }
    const added = this.#sums.addCase(id);
    this.#ids.add(id);
    return added.order;
  }

  /** The row that a trace belongs to, which was recorded apart from the rows; null when no row has its `case`. */
  rowOf(trace: Trace): string | null {
    const id = this.#joins.idOf(trace, this.isDriven);
    if (id === null || this.#waiting === null) return null;
    return this.#ids.has(id) || this.#skipped.has(id) ? id : null;
  }

  /** How many runs can belong to its rows. */
  get maxRuns(): number {
    return this.#read * (this.#runs ?? 1);
  }

  /** Of the runs that it takes only the names of calls are known. */
  skipArguments(): void {
    this.#sums.measure.labels?.skipArguments();
  }

  /** A cassette is where a run is kept: where it comes from is the row. */
  #sourceOf({ run }: Trace, record: RunSource, row: Row | undefined): RunSource {
    if (!this.isDriven || row === undefined) return record;
    return { where: run === null || this.#runs === null ? row.where : { ...row.where, run } };
  }

  /** Takes a trace that was recorded apart from the rows; false when no row has its `case`. */
  async takeTrace(trace: Trace, record: RunSource): Promise<boolean> {
    const id = this.rowOf(trace);
    if (id === null || this.#waiting === null) return false;
    if (this.#skipped.has(id)) return true;
    const row = this.#waiting.get(id);
    const source = this.#sourceOf(trace, record, row);
    const where = source.where ?? {};
    const { name } = this.plan;
    const seen = this.#runs === null ? this.#taken.addOnly(id, trace) : this.#taken.add(id, trace);
    if (seen === 'same') return true;
    if (seen === 'other' || row === undefined)
      throw conflict(`case "${id}" of "${name}" has two traces`, where);
    if (seen === 'other-id')
      throw conflict(`two different runs of "${name}" have the id "${trace.id}"`, where);
    if (seen === 'other-run')
      throw conflict(`run ${trace.run} of case "${id}" of "${name}" is there twice`, where);
    if (this.#runs === null) this.#waiting.delete(id);
    const order = this.#runs === null ? row.order : this.#sums.caseAt(row.order).take(trace.run);
    await this.#score(order, trace, { ...row, where, source });
    return true;
  }

  async #score(order: RunOrder, recorded: Trace, row: Row): Promise<void> {
    const known = ignoreTypes(recorded, this.plan.rules.ignoreTypes);
    const trace = withCatalog(known, row.value);
    const issue = 'code' in trace ? { ...trace, where: row.where } : erroredIssue(trace, row.where);
    if (issue !== null || 'code' in trace) {
      await this.#addError(order, issue as UnmeasuredIssue, row, recorded);
      return;
    }
    const own = this.#own === null ? null : await this.#own.score(row.value, trace);
    const score = (): void => this.#add(order, trace, row, own);
    const questions = this.#judging === null ? [] : this.#sums.measure.questions(trace, row);
    const { plan } = this;
    const { where } = row;
    const { model } = trace;
    if (this.#judging?.hold({ plan, order, where, model, questions, score }) !== true) score();
  }

  #add(order: RunOrder, trace: Trace, row: Row, own: CustomOutputs | UnmeasuredIssue | null): void {
    const outcome = own !== null && 'code' in own ? own : this.#sums.add(order, trace, row, own);
    if ('code' in outcome)
      this.#sums.addError(order, { ...outcome, where: outcome.where ?? row.where }, row, trace);
    this.#reportScored(order, row, trace, own !== null && 'code' in own ? null : own, outcome);
  }

  #reportScored(
    order: RunOrder,
    row: Row | null,
    trace: Trace | null,
    own: CustomOutputs | null,
    outcome: RunOutcome | UnmeasuredIssue,
  ): void {
    const { id, found } = this.#sums.caseAt(order);
    const isMeasured = !('code' in outcome);
    this.source.onScored?.({
      eval: this.plan.name,
      case: id,
      run: trace?.run ?? found,
      input: row?.value.input ?? null,
      trace,
      error: isMeasured ? null : outcome.message,
      passed: isMeasured ? outcome.perfect : null,
      figures: isMeasured ? figuresOf(this.plan, outcome.scores, own) : new Map(),
    });
  }

  async #addUnreadable(issue: UnmeasuredIssue): Promise<void> {
    if (this.#only !== null && this.#selected === null) return;
    const line = issue.where?.line;
    const id = line === undefined ? `(row ${this.#sums.cases.length + 1})` : String(line);
    await this.#addError(
      this.#register(this.#ids.has(id) ? `(line ${id})` : id, issue.where ?? {}),
      issue,
    );
  }

  async #addError(
    order: RunOrder,
    issue: UnmeasuredIssue,
    row: Row | null = null,
    trace: Trace | null = null,
  ): Promise<void> {
    const isEmpty = this.plan.countErrorsAsEmpty && canCountAsEmpty(issue);
    const outcome = isEmpty ? await this.#scoreEmpty(order, issue, row, trace) : issue;
    if ('code' in outcome) this.#sums.addError(order, issue, row, trace);
    this.#reportScored(order, row, null, null, outcome);
  }

  /** Scores a run without calls. Custom scorers are asked too: without their answer nothing is measured. */
  async #scoreEmpty(
    order: RunOrder,
    issue: UnmeasuredIssue,
    row: Row | null,
    trace: Trace | null,
  ): Promise<RunOutcome | UnmeasuredIssue> {
    const own = (await this.#own?.score(row?.value ?? {}, emptyTrace())) ?? null;
    return own !== null && 'code' in own ? own : this.#sums.addEmpty(order, issue, row, own, trace);
  }

  /** More runs of a row than the suite says: the traces do not fit the suite. */
  checkCount(): readonly Issue[] {
    if (this.#runs === null) return [];
    return findTooMany(this.#sums.cases, this.#runs, this.plan.name, {
      file: this.suite.file,
      line: this.plan.line,
    });
  }

  /** All traces were read: rows whose traces did not come are settled. */
  async complete(): Promise<void> {
    for (const row of this.#waiting?.values() ?? []) await this.#complete(row);
    await this.#own?.close();
  }

  async finish(): Promise<Finished<EvalReport>> {
    const { suite, plan } = this;
    const { measure, cases } = this.#sums;
    const finished = this.#sums.report({
      suite: suite.file === '' ? null : { file: suite.file, line: plan.line },
      computed: await computeFolds(measure.codeFolds()),
      ...(plan.variant === null ? {} : { variant: plan.variant }),
      ...filteredOf(this.#selected, cases.length),
    });
    return { ...finished, warnings: evalWarnings(plan.name, measure, cases, this.isDriven) };
  }

  /** What is reported of a row without any run. */
  #missingRun({ value, where }: Row): UnmeasuredIssue {
    return this.isDriven
      ? runIssue('RUN_MISSING', 'no run of it was made or kept', { where })
      : unusedTrace(value, where);
  }

  /** A row whose traces did not come, or not all of them. The run that it carries counts where none are given elsewhere. */
  async #complete(row: Row): Promise<void> {
    const caseRuns = this.#sums.caseAt(row.order);
    if (caseRuns.found === 0 && !this.source.joinsTraces) await this.#scoreRecorded(row);
    if (this.#runs === null) {
      if (caseRuns.found === 0) await this.#addError(row.order, this.#missingRun(row), row);
      return;
    }
    while (caseRuns.found < this.#runs) {
      const message = `a run of this row is missing, for there must be ${this.#runs}`;
      const issue = runIssue('RUN_MISSING', message, { where: row.where });
      await this.#addError(caseRuns.take(null), issue, row);
    }
  }

  /** Ends programs that score, also when the run is given up. */
  async close(): Promise<void> {
    await this.#own?.close();
  }
}

function conflict(message: string, where: Place): UserError {
  return runError('RUN_CONFLICT', message, { where });
}
