import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type CodeWith, type Issue, issuesOf, type Json, UserError } from '#core';
import { DRIVE_CODES } from '#drivers';
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
import { readRecordedMocks } from './recorded-mocks.ts';
import { type Ask, readAsk } from './to-chat-messages.ts';
import { datasetPath } from '../datasets/dataset-path.ts';
import { readDataset } from '../datasets/read-dataset.ts';
import { RUN_CODES } from '../issues/run-codes.ts';

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
  const planning = new Planning(selection);
  for (const { suite, plan } of selection.tests) {
    if (isDrivenTest(plan)) await planning.addTest(suite, plan);
  }
  for (const { suite, plan } of selection.evals) {
    if (isDrivenEval(plan)) await planning.addEval(suite, plan);
  }
  if (planning.issues.length > 0) throw new UserError(planning.issues);
  return planning.jobs;
}

class Planning {
  readonly jobs: DriveJob[] = [];
  readonly issues: Issue[] = [];
  readonly #selection: DriveSelection;
  readonly #shared = new Map<DrivePlan, Promise<Omit<Fingerprint, 'prompt'>>>();

  constructor(selection: DriveSelection) {
    this.#selection = selection;
  }

  async addTest(suite: Suite, plan: TestPlan): Promise<void> {
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
      const ask = { history: [], turns: drive.turns, context: null };
      await this.#add(suite, plan, { kind: 'test', name, case: null }, ask);
    }
  }

  async addEval(suite: Suite, plan: EvalPlan): Promise<void> {
    const { dataset, cwd } = this.#selection;
    const only = this.#selection.only?.get(plan.name);
    const path = datasetPath(dataset, plan.dataset, suite, cwd);
    let index = 0;
    for await (const records of readDataset({ path, displayName: displayPath(path, suite.root) })) {
      for (const record of records) {
        index++;
        // Unreadable rows are reported when they are scored.
        if (record.kind === 'error') continue;
        const id = rowId(record.value.id, record.where, index - 1);
        if (only?.has(id) === false) continue;
        const ask = readAsk(record.value.input);
        const fault = plan.drive?.agent.model === null ? undefined : ask?.fault;
        if (fault !== undefined) {
          const pointer = `/input${fault.pointer}`;
          if (this.issues.length < FAULTS_LISTED)
            this.#addIssue(
              'DRIVE_MESSAGES',
              `row "${id}" of "${plan.name}" at ${pointer}: ${fault.message}`,
              {
                where: { ...record.where, pointer },
                hint: 'nothing of a conversation is left out: change the message, or drive a program',
              },
            );
        } else if (ask !== null) {
          await this.#add(suite, plan, { kind: 'eval', name: plan.name, case: id }, ask);
        } else if (this.issues.length < FAULTS_LISTED) {
          this.#addIssue('DRIVE_NO_PROMPT', `row "${id}" of "${plan.name}" has no input to give`, {
            where: record.where,
            hint: 'input is text, or { messages, context } whose last message is of the user or a tool',
          });
        }
      }
    }
  }

  async #add(
    suite: Suite,
    plan: TestPlan | EvalPlan,
    owner: Omit<RunKey, 'run'>,
    ask: Ask,
  ): Promise<void> {
    const { folder } = this.#selection;
    const drive = plan.drive as NonNullable<typeof plan.drive>;
    const fingerprint = { prompt: promptHash(ask), ...(await this.#sharedBy(drive, suite)) };
    const runs = this.#selection.runs ?? plan.runs ?? 1;
    for (let run = 1; run <= runs; run++) {
      const key: RunKey = { ...owner, run };
      const id = [key.name, ...(key.case === null ? [] : [key.case]), run].join(' · ');
      this.jobs.push({
        key,
        suite,
        plan: drive,
        task: { id, test: key.name, ...ask, run, stopsAfterDecision: drive.stopsAfterDecision },
        fingerprint,
        path: cassettePath(folder, key),
      });
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
