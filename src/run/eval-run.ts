import {
  type CaseReport,
  type EvalReport,
  type Issue,
  type Json,
  type JsonObject,
  isJsonObject,
  parseLabel,
  parseTrace,
  type Place,
  type RunOrder,
  shareReport,
  type ToolClass,
  type Trace,
  UserError,
} from '#core';
import { readRows } from '#readers';
import type { EvalPlan, Suite } from '#suite';
import { crashIssue, emptyTrace } from './errored-run.ts';
import { type Finished, Measure, verdictOf } from './measure.ts';
import { OwnScorers } from './own-scorers.ts';
import { RunIds } from './run-ids.ts';
import type { ScorerCompiler } from './scorer-compiler.ts';

interface Row {
  readonly id: string;
  readonly value: JsonObject;
  readonly where: Place;
}

/** An eval while its rows and traces come in. */
export class EvalRun {
  readonly plan: EvalPlan;
  readonly suite: Suite;
  readonly #measure: Measure;
  readonly #cases: CaseReport[] = [];
  readonly #ids = new Map<string, number>();
  /** Rows that wait for a trace from elsewhere, by id; null when rows carry their own. */
  readonly #waiting: Map<string, Row> | null;
  readonly #taken = new RunIds();
  /** Rows whose label cannot be used; null where labels are not asked for. */
  readonly #unlabelled: Issue[] | null;
  readonly #classes: ReadonlyMap<string, ToolClass>;
  #own: OwnScorers | null = null;
  #passing = 0;

  constructor(suite: Suite, plan: EvalPlan, compiler: ScorerCompiler, joinsTraces: boolean) {
    this.suite = suite;
    this.plan = plan;
    this.#measure = new Measure(plan, compiler);
    this.#waiting = joinsTraces ? new Map() : null;
    this.#unlabelled = plan.labels === null ? null : [];
    this.#classes = new Map(plan.labels?.classes?.map((one) => [one.name, one]));
  }

  /** Reads the dataset; rows that carry their run are scored at once. */
  async readDataset(
    dataset: string,
    label: string,
    onProgress: (rows: number) => void,
  ): Promise<void> {
    this.#own = await OwnScorers.start(this.plan.scorers, this.suite.folder);
    for await (const records of readRows({ path: dataset, label })) {
      for (const record of records) {
        if (record.kind === 'error') this.#addUnreadable(refuseWhole(record.issue));
        else await this.#addRow(record.value, record.where);
      }
      onProgress(this.#cases.length);
    }
    if (this.#unlabelled !== null && this.#unlabelled.length > 0) {
      throw new UserError(this.#unlabelled);
    }
  }

  async #addRow(value: JsonObject, where: Place): Promise<void> {
    const id = rowId(
      // A line of a labels file says which case it is about.
      value.id ?? (this.plan.joinsById ? value.case : undefined),
      where,
      this.#cases.length,
    );
    const order = this.#register(id, where);
    const row = { id, value, where };
    if (this.#lacksLabel(row)) return;
    if (this.#waiting !== null) {
      this.#waiting.set(id, row);
      return;
    }
    const trace = recordedTrace(value);
    if (trace === null) this.#addError(order, missingTrace(where), value);
    else if ('code' in trace)
      this.#addError(order, { ...trace, where: { ...where, ...trace.where } });
    else await this.#score(order, trace, row);
  }

  /** Whether a label is asked for and the row has none that can be used: then nothing of the dataset is. */
  #lacksLabel({ id, value, where }: Row): boolean {
    if (this.#unlabelled === null) return false;
    const parsed = parseLabel(value, this.#classes);
    if (parsed.ok) return this.#unlabelled.length > 0;
    if (this.#unlabelled.length < FAULTS_LISTED) {
      this.#unlabelled.push({
        code: 'ROW_LABEL',
        severity: 'error',
        message: `row "${id}" of "${this.plan.name}" cannot be graded: ${parsed.message}`,
        where,
        hint: 'a label is expected_tool (none where no tool is expected) or expected_calls',
      });
    }
    return true;
  }

  #register(id: string, where: Place): RunOrder {
    const seen = this.#ids.get(id);
    if (seen !== undefined) {
      throw new UserError([
        {
          code: 'ROW_DUPLICATE_ID',
          severity: 'error',
          message: `two rows of "${this.plan.name}" have the id "${id}"`,
          where,
        },
      ]);
    }
    const order = this.#cases.length;
    this.#ids.set(id, order);
    this.#cases.push({ id, verdict: 'error' });
    return order;
  }

  /** Takes a trace that was recorded apart from the rows; false when no row has its `case`. */
  async takeTrace(trace: Trace, where: Place): Promise<boolean> {
    const id = trace.case ?? (this.plan.joinsById ? trace.id : null);
    const order = id === null ? undefined : this.#ids.get(id);
    if (id === null || order === undefined || this.#waiting === null) return false;
    const seen = this.#taken.add(id, trace);
    if (seen === 'same') return true;
    const row = this.#waiting.get(id);
    if (row === undefined) {
      throw new UserError([
        {
          code: 'RUN_CONFLICT',
          severity: 'error',
          message: `case "${id}" of "${this.plan.name}" has two traces`,
          where,
        },
      ]);
    }
    this.#waiting.delete(row.id);
    await this.#score(order, trace, { ...row, where });
    return true;
  }

  async #score(order: RunOrder, trace: Trace, row: Row): Promise<void> {
    if (trace.error !== null) {
      this.#addError(order, crashIssue(trace.error, row.where), row.value);
      return;
    }
    const own = this.#own === null ? null : await this.#own.score(row.value, trace);
    const outcome =
      own !== null && 'code' in own ? own : this.#measure.add(order, trace, row.value, own);
    if ('code' in outcome) {
      this.#measure.addError(order, { ...outcome, where: outcome.where ?? row.where });
    } else this.#settle(order, outcome.perfect);
  }

  #addUnreadable(issue: Issue): void {
    const line = issue.where?.line;
    const id = line === undefined ? `(row ${this.#cases.length + 1})` : String(line);
    this.#addError(
      this.#register(this.#ids.has(id) ? `(line ${id})` : id, issue.where ?? {}),
      issue,
    );
  }

  #addError(order: RunOrder, issue: Issue, row: JsonObject | null = null): void {
    const outcome = this.plan.countErrorsAsEmpty
      ? this.#measure.add(order, emptyTrace(), row, null)
      : issue;
    if ('code' in outcome) this.#measure.addError(order, issue);
    else this.#settle(order, outcome.perfect);
  }

  #settle(order: RunOrder, perfect: boolean): void {
    if (perfect) this.#passing++;
    const { id } = this.#cases[order] as CaseReport;
    this.#cases[order] = { id, verdict: perfect ? 'pass' : 'fail' };
  }

  async finish(): Promise<Finished<EvalReport>> {
    for (const row of this.#waiting?.values() ?? []) {
      const recorded = recordedTrace(row.value);
      const order = this.#ids.get(row.id) as number;
      if (recorded === null) this.#addError(order, missingTrace(row.where), row.value);
      else if ('code' in recorded) this.#addError(order, recorded);
      else await this.#score(order, recorded, row);
    }
    await this.#own?.close();
    const measure = this.#measure;
    const unmeasured =
      measure.errors > this.plan.maxErrors || measure.runs === 0 ? measure.errors : 0;
    const result = await measure.finish(
      (order) => ({ case: (this.#cases[order] as CaseReport).id }),
      unmeasured,
    );
    const report: EvalReport = {
      name: this.plan.name,
      verdict: verdictOf(result.gates, unmeasured),
      runs: measure.runs,
      errors: measure.errors,
      cases: this.#cases,
      scores: result.scores,
      gates: result.gates,
      passing: shareReport(this.#passing, measure.runs),
      unmeasured: result.unmeasured,
      suite: this.suite.file === '' ? null : { file: this.suite.file, line: this.plan.line },
      ...result.labels,
    };
    return { report, calls: measure.calls, remarks: measure.remarks };
  }

  /** Ends programs that score, also when the run is given up. */
  async close(): Promise<void> {
    await this.#own?.close();
  }
}

const FAULTS_LISTED = 20;

/** A dataset that is empty or not there is unusable as a whole; anything else is the fault of one row. */
function refuseWhole(issue: Issue): Issue {
  if (issue.code === 'NO_RECORDS' || issue.code.startsWith('FILE_')) throw new UserError([issue]);
  return issue;
}

/** A row's own id, or its line number. */
function rowId(id: Json | undefined, where: Place, index: number): string {
  if (id === undefined || id === null) return String(where.line ?? index + 1);
  if (typeof id === 'string' && id !== '') return id;
  throw new UserError([
    {
      code: 'ROW_ID',
      severity: 'error',
      message: `the id of a row must be text, not ${JSON.stringify(id)}`,
      where,
      hint: 'put it in quotes',
    },
  ]);
}

/** The run that a row carries as `trace` or as `tool_calls`; null when it has neither. */
function recordedTrace(row: JsonObject): Trace | Issue | null {
  const source: Json | undefined =
    row.trace !== undefined && row.trace !== null
      ? row.trace
      : row.tool_calls === undefined
        ? undefined
        : { tool_calls: row.tool_calls };
  if (source === undefined) return null;
  const parsed = parseTrace(isJsonObject(source) ? source : null);
  if (parsed.ok) return parsed.trace;
  return parsed.issues[0] ?? null;
}

function missingTrace(where: Place): Issue {
  return {
    code: 'CASE_WITHOUT_TRACE',
    severity: 'error',
    message: 'no trace belongs to this row',
    where,
    hint: 'a row carries its run as trace or tool_calls, or a trace names the row in case',
  };
}
