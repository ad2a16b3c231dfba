import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Issue } from '#core';
import {
  makeFolder,
  errorCode,
  insideRoot,
  joinText,
  removeAbandoned,
  type TextChunks,
  writeFailure,
  writeFileAtomic,
} from '#platform';
import type { RunRecord } from '#schema';
import { storeIssue } from './codes.ts';
import {
  ABANDONED_MS,
  parseRunId,
  RECORD_FILE,
  REPORT_FILE,
  runsFolder,
  stateFolder,
  WRITING,
} from './history-paths.ts';

export type SavedRun =
  | { readonly ok: true; readonly id: number }
  | { readonly ok: false; readonly issue: Issue };

/**
 * Keeps a run below a project's root. It is written atomically, whatever else writes at the same time and whenever the
 * process ends; where it cannot be kept, the answer is a warning.
 */
export async function saveRun(
  root: string,
  facts: Omit<RunRecord, 'schemaVersion' | 'report'>,
  report: Iterable<string>,
): Promise<SavedRun> {
  const runs = runsFolder(root);
  // What a repository brings along must not make us write elsewhere.
  if (!insideRoot(runs, root)) return notKept(root, 'it leads out of the project');
  let draft: string | null = null;
  try {
    makeFolder(runs);
    hideFromGit(stateFolder(root));
    removeAbandoned(runs, WRITING, ABANDONED_MS, new Date());
    draft = openDraft(runs);
    const sum = new Checksum();
    await write(join(draft, REPORT_FILE), sum.pass(report));
    const record: RunRecord = { schemaVersion: 1, ...facts, report: sum.result() };
    await write(join(draft, RECORD_FILE), [`${JSON.stringify(record, null, 2)}\n`]);
    return { ok: true, id: publish(draft, runs) };
  } catch (error) {
    if (draft !== null) rmSync(draft, { recursive: true, force: true });
    if (error instanceof Unwritable) return notKept(root, error.message);
    // An error without a system code comes from the producer of the report.
    if (errorCode(error) === '') throw error;
    return notKept(root, writeFailure(error, runs).message);
  }
}

/** A file that could not be written. */
class Unwritable extends Error {}

function notKept(root: string, reason: string): SavedRun {
  return {
    ok: false,
    issue: storeIssue('HISTORY_UNWRITABLE', `this run is not kept in the history: ${reason}`, {
      where: { file: stateFolder(root) },
      hint: 'the result is not affected; --no-history keeps none and says nothing',
    }),
  };
}

/** History is of one machine: git must not see it, whatever the project ignores. */
function hideFromGit(folder: string): void {
  try {
    // Only made, never written through a link.
    writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** A folder of our own to write in. */
function openDraft(runs: string): string {
  for (let attempt = 0; ; attempt++) {
    const draft = join(runs, `${WRITING}${process.pid}-${attempt}`);
    try {
      mkdirSync(draft);
      return draft;
    } catch (error) {
      // Processes of two containers can share a folder and have one number.
      if (errorCode(error) !== 'EEXIST' || attempt === 1000) throw error;
    }
  }
}

async function write(file: string, chunks: TextChunks): Promise<void> {
  const outcome = await writeFileAtomic(file, chunks);
  if (!outcome.ok) throw new Unwritable(outcome.issue.message);
}

/**
 * Gives the draft its number. A folder cannot be renamed onto one with files in it, so of several processes that want one number
 * only one gets it; the order of numbers is the order in which runs ended, whatever the clock says.
 */
function publish(draft: string, runs: string): number {
  for (let attempt = 0; ; attempt++) {
    const last = readdirSync(runs).reduce((most, name) => Math.max(most, parseRunId(name) ?? 0), 0);
    const id = last + 1;
    const target = join(runs, String(id));
    try {
      renameSync(draft, target);
      return id;
    } catch (error) {
      const taken = statSync(target, { throwIfNoEntry: false }) !== undefined;
      if (!taken || attempt === 10_000) throw error;
    }
  }
}

/** Encodes, counts and hashes a text on its way. */
class Checksum {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  async *pass(chunks: Iterable<string>): AsyncGenerator<Buffer> {
    for (const text of joinText(chunks)) {
      const bytes = Buffer.from(text);
      this.#hash.update(bytes);
      this.#bytes += bytes.length;
      yield bytes;
    }
  }

  result(): RunRecord['report'] {
    return { sha256: this.#hash.digest('hex'), bytes: this.#bytes };
  }
}
