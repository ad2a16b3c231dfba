import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeKill, insideRoot, removeAbandoned, writeFileAtomic, nowMs } from '#platform';
import type { RunProgress } from '#schema';
import { ABANDONED_MS } from '../history-paths.ts';
import { progressFolder } from './progress-folder.ts';

const STEP_MS = 1000;

/** What a note is about. */
type ProgressFacts = Pick<RunProgress, 'name' | 'startedAt' | 'suites'>;

/**
 * A file with the progress of a run, for the web app of the project. It is written at most once a second and
 * removed at the end. Where it cannot be written, the run goes on without it.
 */
export class ProgressNote {
  readonly #file: string;
  readonly #canWrite: boolean;
  #forget: (() => void) | null = null;
  #progress: RunProgress;
  #writing: Promise<unknown> | null = null;
  /** Short runs need no note. */
  #writtenMs = nowMs();
  #isClosed = false;

  constructor(root: string, facts: ProgressFacts) {
    const folder = progressFolder(root);
    this.#file = join(folder, `${process.pid}-${randomBytes(6).toString('hex')}.json`);
    // What a repository brings along must not make us write elsewhere.
    this.#canWrite = insideRoot(folder, root);
    this.#progress = { schemaVersion: 1, ...facts, runs: null, questions: null, traces: null };
  }

  /** Changes a part of what is noted. */
  update(part: Partial<Pick<RunProgress, 'runs' | 'questions' | 'traces'>>): void {
    this.#progress = { ...this.#progress, ...part };
    const now = nowMs();
    if (this.#writing !== null || now - this.#writtenMs < STEP_MS) return;
    if (this.#isClosed || !this.#canWrite) return;
    this.#writtenMs = now;
    this.#forget ??= this.#begin();
    this.#writing = writeFileAtomic(this.#file, [JSON.stringify(this.#progress)]).finally(() => {
      this.#writing = null;
    });
  }

  /** The run is over. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writing;
    if (this.#forget === null) return;
    this.#forget();
    rmSync(this.#file, { force: true });
  }

  #begin(): () => void {
    removeAbandoned(dirname(this.#file), '', ABANDONED_MS, new Date());
    return beforeKill(() => rmSync(this.#file, { force: true }));
  }
}
