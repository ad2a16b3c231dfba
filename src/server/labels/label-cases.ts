import { createHash } from 'node:crypto';
import type { JsonObject } from '#core';
import { type LabelRecord, recordHash } from '#dataset';
import type { ApiJudgeReason, ApiLabelCase, ApiOthers, QueueState, SheetRow } from '#schema';
import { Problem } from '../http/problem.ts';
import { type CasePriority, makePriority } from './case-priority.ts';
import { caseWords } from './case-words.ts';
import { type CaseWork, readWork, type WorkPlace } from './case-work.ts';
import type { OpenTask } from './label-samples.ts';
import type { Person } from './person.ts';

/** What judges said of a case; the answers are recorded in files of the project. */
export type JudgeReasons = (task: OpenTask, id: string) => Promise<readonly ApiJudgeReason[]>;

/** The tools of a sample are compared once. */
const priorities = new WeakMap<object, CasePriority>();

/** The cases of a task for one person. */
export class LabelCases {
  readonly #root: string;
  readonly #task: OpenTask;
  readonly #person: Person;
  readonly #batches: ReadonlyMap<string, number>;
  /** How many lines the person wrote about each case: a case that is blank again is another revision. */
  readonly #lines = new Map<string, number>();

  constructor(root: string, task: OpenTask, person: Person) {
    this.#root = root;
    this.#task = task;
    this.#person = person;
    this.#batches = new Map(
      task.context.assignments?.cases.map((assigned) => [assigned.case, assigned.batch]),
    );
    for (const record of task.context.records)
      if (record.reviewer === person.reviewer && record.task === task.context.book.task)
        this.#lines.set(record.case, (this.#lines.get(record.case) ?? 0) + 1);
  }

  get place(): WorkPlace {
    const { reviewer, part } = this.#person;
    const { id: sample, context } = this.#task;
    return { root: this.#root, sample, task: context.book.task, reviewer, part };
  }

  /** The ids of the person's cases, in the order in which they were dealt. */
  ids(): readonly string[] {
    const { sample, assignments } = this.#task.context;
    const dealt = assignments?.cases.map((assigned) => assigned.case) ?? [];
    const order = new Set([...dealt.filter((id) => sample.cases.has(id)), ...sample.cases.keys()]);
    return [...order].filter((id) => this.isOwn(id));
  }

  /** Whether a case is the person's to label, or to decide. Cases are decided when all have answered. */
  isOwn(id: string): boolean {
    const { book, sample } = this.#task.context;
    const { reviewer, part } = this.#person;
    if (!sample.cases.has(id)) return false;
    if (part === 'review') return book.assignedTo(id)?.includes(reviewer) !== false;
    if (!book.isComplete(id) || book.isReviewer(reviewer, id)) return false;
    return book.settle(id).state === 'disputed' || book.decisionOf(id)?.reviewer === reviewer;
  }

  /** A case with everything that the person may see of it. */
  open(id: string): ApiLabelCase {
    const row = this.isOwn(id) ? this.#row(id) : null;
    if (row === null) throw new Problem(404, 'this case is not among yours');
    const { work, text } = readWork(this.place, id);
    const returned = this.#returned(id);
    const { draft, isSkipped, doubt } = work;
    const hasWork = draft !== null || isSkipped || doubt !== null;
    return {
      row,
      state: stateOf(row, work, returned),
      batch: this.#batches.get(id) ?? null,
      revision: this.#revision(id, text),
      work: hasWork ? { draft, isSkipped, doubt } : null,
      returned: returned?.rationale ?? null,
      canReveal: this.#canReveal(id),
      others: null,
    };
  }

  /** A case as a line of a list: its words instead of its conversation. */
  head(id: string): ApiLabelCase | null {
    if (this.#row(id) === null) return null;
    const whole = this.open(id);
    return { ...whole, row: partialRow(whole.row), canReveal: false };
  }

  /** How much a label of a case says. */
  priority(id: string): number {
    const { sample } = this.#task.context;
    const sampled = sample.cases.get(id);
    const rate = priorities.get(sample) ?? makePriority();
    priorities.set(sample, rate);
    return sampled === undefined ? 0 : rate(sampled, this.#row(id)?.tools ?? []);
  }

  /** What was said of a case, for a person who may know it. */
  async others(id: string, reasons: JudgeReasons): Promise<ApiOthers | null> {
    const { book } = this.#task.context;
    const { part } = this.#person;
    const isAsked = part === 'decide' || readWork(this.place, id).work.hasSeenOthers;
    if (!isAsked || !book.isComplete(id)) return null;
    const decision = book.decisionOf(id);
    return {
      opinions: book.opinionsOf(id),
      judges: await reasons(this.#task, id),
      decision: decision === null ? null : saidBy(decision),
    };
  }

  #row(id: string): SheetRow | null {
    const { reviewer, part } = this.#person;
    return this.#task.rowOf(id, { reviewer, isDecision: part === 'decide' });
  }

  /** Only what the person did is part of it: nothing follows from it about others. Who decides sees their labels. */
  #revision(id: string, workText: string): string {
    const { book } = this.#task.context;
    const { reviewer, part } = this.#person;
    const own = part === 'review' ? book.reviewBy(reviewer, id) : book.decisionOf(id);
    const about = part === 'review' ? [] : book.reviewsOf(id).map(recordHash);
    const lines = this.#lines.get(id) ?? 0;
    const parts = [lines, own === null ? '' : recordHash(own), workText, ...about];
    return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
  }

  #returned(id: string): LabelRecord | null {
    const { book } = this.#task.context;
    const { reviewer, part } = this.#person;
    return part === 'review' ? book.returnedTo(reviewer, id) : book.returnOf(id);
  }

  #canReveal(id: string): boolean {
    const { book } = this.#task.context;
    const { reviewer, part } = this.#person;
    return part === 'review' && book.reviewBy(reviewer, id) !== null && book.isComplete(id);
  }
}

/** What a record says, as a sheet shows it. */
function saidBy({ answer, rationale, unsure }: LabelRecord): JsonObject {
  return {
    ...answer,
    ...(unsure === true ? { unsure } : {}),
    ...(rationale === null ? {} : { rationale }),
  };
}

function stateOf(row: SheetRow, work: CaseWork, returned: LabelRecord | null): QueueState {
  if (row.answer !== null) {
    if (work.draft !== null) return 'changed';
    return returned === null ? 'saved' : 'returned';
  }
  if (work.doubt !== null) return 'unsure';
  if (work.isSkipped) return 'skipped';
  if (work.draft !== null) return 'draft';
  return returned === null ? 'open' : 'returned';
}

function partialRow({ question, ...row }: SheetRow): SheetRow {
  const asked =
    question === undefined
      ? {}
      : { question: { ...question, run: { input: null, steps: [], output: null, cut: 0 } } };
  return {
    ...row,
    ...asked,
    input: caseWords(row.input, row.before),
    before: [],
    tools: [],
    rated: null,
    opinions: [],
    isPartial: true,
  };
}
