import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  type CodeWith,
  DRIVE_CODES,
  type Issue,
  issuesOf,
  type Json,
  type Place,
  RUN_CODES,
  UserError,
} from '#core';
import type { ChatImage } from '#drivers';
import type { DrivePlan, EvalPlan, Suite, TestPlan } from '#suite';
import { displayPath } from '#platform';
import { rowId } from '../datasets/dataset-row.ts';
import { cassettePath } from './cassette.ts';
import { hashCode } from './code-files.ts';
import type { DriveJob, RunKey } from './drive-job.ts';
import {
  type FileHashes,
  type Fingerprint,
  fingerprintOf,
  promptHash,
  shortHash,
} from './fingerprint.ts';
import { isDrivenEval, isDrivenTest } from './is-driven.ts';
import { readImage } from './read-image.ts';
import { type RowFault, RowImages, type RowInput } from './row-images.ts';
import { readRecordedMocks } from './recorded-mocks.ts';
import { type Ask, readAsk } from './to-chat-messages.ts';
import { datasetPath } from '../datasets/dataset-path.ts';
import { readDataset } from '../datasets/read-dataset.ts';

/** What is selected, and what the flags say about it. */
export interface DriveSelection {
  readonly tests: readonly { readonly suite: Suite; readonly plan: TestPlan }[];
  readonly evals: readonly { readonly suite: Suite; readonly plan: EvalPlan }[];
  readonly cwd: string;
  readonly dataset: string | null;
  readonly runs: number | null;
  /** The rows that take part, by eval; an eval that is not named has all of its. */
  readonly only?: ReadonlyMap<string, ReadonlySet<string>>;
  /** Where cassettes are kept. */
  readonly folder: string;
}

/** Every run that must be made, in the order of the suites. Throws a UserError that lists all that cannot be. */
export async function planDrive(selection: DriveSelection): Promise<readonly DriveJob[]> {
  const jobs: DriveJob[] = [];
  await planEach(selection, (job) => void jobs.push(job));
  return jobs;
}

/** Calls `take` with every run that must be made, one by one: there may be more than fit in memory. Throws as planDrive does. */
export async function planEach(selection: DriveSelection, take: TakeJob): Promise<void> {
  const planning = new RunPlanner(selection, take);
  for (const { suite, plan } of selection.tests) {
    if (isDrivenTest(plan)) await planning.addTest(suite, plan);
  }
  for (const { suite, plan } of selection.evals) {
    if (isDrivenEval(plan)) await planning.addEval(suite, plan);
  }
  if (planning.issues.length > 0) throw new UserError(planning.issues);
}

/** Called with a run, and with the input of its row; null for a test, whose suite has it. */
export type TakeJob = (job: DriveJob, row: RowInput | null) => void | Promise<void>;

/** Plans runs test by test, row by row. */
export class RunPlanner {
  readonly issues: Issue[] = [];
  readonly #selection: Omit<DriveSelection, 'tests' | 'evals'>;
  readonly #take: TakeJob;
  readonly #shared = new Map<DrivePlan, Promise<Omit<Fingerprint, 'prompt'>>>();

  constructor(selection: Omit<DriveSelection, 'tests' | 'evals'>, take: TakeJob) {
    this.#selection = selection;
    this.#take = take;
  }

  /** The runs of a test; `only` is the number of one of them. */
  async addTest(suite: Suite, plan: TestPlan, only?: number): Promise<void> {
    const { drive, name, agent } = plan;
    const where = { file: suite.file, line: plan.line };
    if (drive === null) {
      this.#addIssue('DRIVE_UNKNOWN_AGENT', `"${name}" needs agent "${agent}", which cannot act`, {
        where,
        hint: 'declare it under agents with model, command, http or module, or give traces',
      });
    } else if (drive.turns.length === 0) {
      this.#addIssue('DRIVE_NO_PROMPT', `"${name}" has no prompt to give to its agent`, {
        where,
        hint: 'give it prompt or turns, or traces that were recorded',
      });
    } else {
      const images = await this.#imagesOf(drive, suite, plan);
      const user = drive.user === undefined ? {} : { userDocument: drive.user };
      const ask = { history: [], turns: drive.turns, context: null, ...images, ...user };
      await this.#add(suite, plan, { kind: 'test', name, case: null }, ask, null, only);
    }
  }

  async addEval(suite: Suite, plan: EvalPlan): Promise<void> {
    const { dataset, cwd } = this.#selection;
    const only = this.#selection.only?.get(plan.name);
    const path = datasetPath(dataset, plan.dataset, suite, cwd);
    const rowImages = new RowImages(path);
    let index = 0;
    for await (const records of readDataset({ path, displayName: displayPath(path, suite.root) })) {
      for (const record of records) {
        index++;
        // Unreadable rows are reported when they are scored.
        if (record.kind === 'error') continue;
        const id = rowId(record.value.id, record.where, index - 1);
        if (only?.has(id) === false) continue;
        await this.addRow(suite, plan, id, await rowImages.read(record.value), record.where);
      }
    }
  }

  /** The runs of one row of an eval; `only` is the number of one of them. */
  async addRow(
    suite: Suite,
    plan: EvalPlan,
    id: string,
    row: RowInput,
    where: Place,
    only?: number,
  ): Promise<void> {
    const read = askOf(row);
    const ask = 'ask' in read ? read.ask : null;
    const unsent = plan.drive?.agent.model === null ? undefined : ask?.fault;
    const fault =
      'ask' in read ? unsent && { ...unsent, pointer: `/input${unsent.pointer}` } : read;
    if (fault === undefined && ask !== null) {
      const owner = { kind: 'eval', name: plan.name, case: id } as const;
      await this.#add(suite, plan, owner, ask, row, only);
      return;
    }
    if (this.issues.length >= FAULTS_LISTED) return;
    if (fault === undefined) {
      this.#addIssue('DRIVE_NO_PROMPT', `row "${id}" of "${plan.name}" has no input to give`, {
        where,
        hint: 'input is text, or { messages, context } whose last message is of the user or a tool',
      });
      return;
    }
    const { pointer, message } = fault;
    this.#addIssue('DRIVE_MESSAGES', `row "${id}" of "${plan.name}" at ${pointer}: ${message}`, {
      where: { ...where, pointer },
      hint: 'nothing of a conversation is left out: change the message, or drive a program',
    });
  }

  /** The images of a test; what is not one is an issue. */
  async #imagesOf(
    { images: paths }: DrivePlan,
    { root, file }: Suite,
    { name, line }: TestPlan,
  ): Promise<Pick<Ask, 'images'>> {
    if (paths === undefined) return {};
    const images: ChatImage[] = [];
    for (const path of paths) {
      const image = await readImage(path);
      if (typeof image !== 'string') images.push(image);
      else
        this.#addIssue('DRIVE_MESSAGES', `"${name}": ${displayPath(path, root)} ${image}`, {
          where: { file, line },
        });
    }
    return { images };
  }

  async #add(
    suite: Suite,
    plan: TestPlan | EvalPlan,
    owner: Omit<RunKey, 'run'>,
    ask: Ask,
    row: RowInput | null,
    only: number | undefined,
  ): Promise<void> {
    const { folder } = this.#selection;
    const drive = plan.drive as NonNullable<typeof plan.drive>;
    const fingerprint = { prompt: promptHash(ask), ...(await this.#sharedBy(drive, suite)) };
    const runs = this.#selection.runs ?? plan.runs ?? 1;
    for (let run = only ?? 1; run <= (only ?? runs); run++) {
      const key: RunKey = { ...owner, run };
      const id = [key.name, ...(key.case === null ? [] : [key.case]), run].join(' · ');
      const task = { id, test: key.name, ...ask, run };
      const job = {
        key,
        suite,
        plan: drive,
        task: { ...task, stopsAfterDecision: drive.stopsAfterDecision },
        fingerprint,
        path: cassettePath(folder, key),
      };
      await this.#take(job, row);
    }
  }

  /** Found out once for a plan: a dataset may have many rows, and files behind it are read for none of them again. */
  #sharedBy(drive: DrivePlan, suite: Suite): Promise<Omit<Fingerprint, 'prompt'>> {
    let shared = this.#shared.get(drive);
    if (shared === undefined) {
      shared = this.#filesOf(suite, drive).then((files) => fingerprintOf(drive, suite, files));
      this.#shared.set(drive, shared);
    }
    return shared;
  }

  async #filesOf(suite: Suite, { agent }: DrivePlan): Promise<FileHashes> {
    const { catalog, distractors, mocks } = agent.files;
    const names = agent.document.servers ?? [];
    const servers: Json =
      typeof suite.servers === 'string'
        ? { file: await hashOf(suite.servers), names }
        : names.map((name) => [name, (suite.servers as Record<string, Json>)[name] ?? null]);
    return {
      servers,
      catalog: catalog === null ? null : await hashOf(catalog),
      distractors: distractors === null ? null : await hashOf(distractors),
      mocks: mocks === null ? null : shortHash(await readRecordedMocks(mocks)),
      code: await hashCode(suite, agent),
    };
  }

  #addIssue(
    code: CodeWith<typeof PLAN_CODES>,
    message: string,
    details: Pick<Issue, 'where' | 'hint'>,
  ): void {
    this.issues.push(planIssue(code, message, details));
  }
}

/** What a row asks, with the images of its column; these go with what the user says next. */
function askOf(read: RowInput): { readonly ask: Ask | null } | RowFault {
  if ('message' in read) return read;
  const { input, images } = read;
  const ask = readAsk(input);
  if (ask === null || images.length === 0) return { ask };
  if (ask.turns.length > 0) return { ask: { ...ask, images } };
  const message = 'these go with what the user says next, and that is not a plain text here';
  return { pointer: '/images', message };
}

const PLAN_CODES = { ...RUN_CODES, ...DRIVE_CODES } as const;
const planIssue = issuesOf(PLAN_CODES);

const FAULTS_LISTED = 20;

/** A missing file is reported when it is needed: a replay does not need it. */
async function hashOf(path: string): Promise<string> {
  try {
    return createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  } catch {
    return '';
  }
}
