import { stringifyAsWritten, UserError, type Issue, type JsonObject } from '#core';
import { changeLabel, lockLabels, readAnswer } from '#dataset';
import { importContext } from '#run';
import type { ApiCaseChange, ApiCaseConflict, ApiCaseSaved, ApiLabelCase } from '#schema';
import { Problem } from '../http/problem.ts';
import { NO_WORK, readWork, writeWork } from './case-work.ts';
import { LabelCases } from './label-cases.ts';
import type { LabelSamples, OpenTask } from './label-samples.ts';
import type { Person } from './person.ts';
import { rowOfChange } from './read-change.ts';

/** A case of a person, in a task of a sample. */
export interface CaseAddress {
  readonly sample: string;
  readonly task: OpenTask['context']['book']['task'];
  readonly person: Person;
  readonly id: string;
}

/**
 * Keeps what a person did with a case, where it is still what they saw. The label goes to their file through the checks
 * of an import; drafts never touch it. Everything is decided under the lock of the sample.
 */
export async function saveCase(
  samples: LabelSamples,
  address: CaseAddress,
  change: ApiCaseChange,
  seen: string,
): Promise<ApiCaseSaved> {
  return await withLock(samples, address, async (open, cases) => {
    const stored = cases.open(address.id);
    if (stored.revision !== seen) {
      const detail: ApiCaseConflict = { stored, sent: change };
      throw new Problem(409, 'this case was changed elsewhere since it was read', { detail });
    }
    const warnings = await writeLabel(samples, address, open, change, stored);
    const { hasSeenOthers } = readWork(cases.place, address.id).work;
    const doubt = doubtOf(open, address, change);
    await writeWork(cases.place, address.id, {
      ...NO_WORK,
      draft: change.draft,
      isSkipped: change.isSkipped && change.answer === null,
      doubt: doubt === null ? null : keepDoubt(doubt, stored),
      hasSeenOthers,
    });
    const now = await openCases(samples, address);
    return { revision: now.cases.open(address.id).revision, warnings };
  });
}

/** Runs a function under the lock of a sample, with its labels as they are then. */
export async function withLock<T>(
  samples: LabelSamples,
  address: CaseAddress,
  run: (open: OpenTask, cases: LabelCases) => Promise<T>,
): Promise<T> {
  const locked = await lockLabels(samples.folderOf(address.sample));
  if (!locked.ok) throw new Problem(503, `nothing was saved: ${locked.issue.message}`);
  try {
    const { open, cases } = await openCases(samples, address);
    return await run(open, cases);
  } finally {
    locked.unlock();
  }
}

async function openCases(
  samples: LabelSamples,
  { sample, task, person }: CaseAddress,
): Promise<{ readonly open: OpenTask; readonly cases: LabelCases }> {
  const open = await samples.open(sample, task);
  return { open, cases: new LabelCases(samples.root, open, person) };
}

/** Appends to the labels what the change says that they do not. */
async function writeLabel(
  samples: LabelSamples,
  address: CaseAddress,
  open: OpenTask,
  change: ApiCaseChange,
  stored: ApiLabelCase,
): Promise<readonly Issue[]> {
  const { person, id, task } = address;
  const isDoubt = doubtOf(open, address, change) !== null;
  const row = isDoubt ? null : rowOfChange(change);
  if (row === null && stored.row.answer === null) return [];
  rejectInformed(samples, address, stored, change);
  const outcome = await changeLabel(open.context.sample, {
    ...importContext(open.context),
    task,
    reviewer: person.reviewer,
    role: person.part === 'review' ? 'review' : 'adjudicate',
    case: id,
    row,
    catalog: samples.catalog,
    now: new Date(),
  });
  if (outcome.state === 'written') return outcome.warnings;
  if (outcome.state === 'refused') throw new UserError(outcome.issues);
  throw new Problem(503, `nothing was saved: ${outcome.issue.message}`);
}

/** Who has seen what others said does not answer again: agreement would measure nothing. */
function rejectInformed(
  { root }: LabelSamples,
  { person, sample, task, id }: CaseAddress,
  { row, returned }: ApiLabelCase,
  { answer }: ApiCaseChange,
): void {
  const { work } = readWork({ root, sample, task, ...person }, id);
  if (!work.hasSeenOthers || returned !== null) return;
  const isSame = answer !== null && stringifyAsWritten(answer) === stringifyAsWritten(saidIn(row));
  if (isSame) return;
  throw new Problem(
    422,
    'you have seen what others said of this case, so your answer stands; who decides can send it back',
  );
}

function saidIn({ answer, isUnsure, rationale }: ApiLabelCase['row']): JsonObject {
  return {
    ...answer,
    ...(isUnsure ? { unsure: true } : {}),
    ...(rationale === null ? {} : { rationale }),
  };
}

/** An answer that says what is unclear and has no label: label files have labels only. */
function doubtOf(
  { context }: OpenTask,
  { task, id }: CaseAddress,
  { answer }: ApiCaseChange,
): JsonObject | null {
  if (answer === null || answer.unsure !== true) return null;
  const parts = importContext(context).partsOf?.(id) ?? null;
  return readAnswer(answer, task, parts) === null ? answer : null;
}

/** A doubt that is saved again keeps its time. */
function keepDoubt(
  answer: JsonObject,
  { work }: ApiLabelCase,
): { readonly answer: JsonObject; readonly at: string } {
  const before = work?.doubt ?? null;
  const isSame =
    before !== null && stringifyAsWritten(before.answer) === stringifyAsWritten(answer);
  return isSame ? before : { answer, at: new Date().toISOString() };
}
