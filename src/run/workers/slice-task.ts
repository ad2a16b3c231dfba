import { createHash } from 'node:crypto';
import { isJsonObject, parseJson } from '#core';
import { insideRoot } from '#platform';
import type { StoredJob } from '#store';
import { runError } from '../issues/run-codes.ts';
import type { Job } from '../reading/job.ts';
import { packData, unpackData } from '../reading/pack-data.ts';
import { isSlice } from '../reading/slice-shape.ts';
import type { Slice } from '../reading/slice.ts';
import { type FilePart, hashPart, partsOf, stateOf } from './file-part.ts';
import { otherFiles, queueName } from './run-task.ts';

/** Describes slices as jobs, in their order: what is read, and the hashes of the bytes that must be there. */
export class SliceJobs {
  /** Where the part before ended, and how many lines there were. */
  #last = { path: '', end: 0, lines: 0 };
  readonly #states = new Map<
    string,
    { readonly displayName: string; readonly state: string | null }
  >();

  async describe(slice: Slice, place: number): Promise<Omit<StoredJob, 'queue'>> {
    const jobs: Job[] = [];
    const sha256: string[] = [];
    for (const job of slice.jobs) {
      let lines = 0;
      for (const part of partsOf(job)) {
        const { path, displayName } = part;
        if (!this.#states.has(path)) this.#states.set(path, { displayName, state: stateOf(path) });
        const hashed = await hashPart(part);
        sha256.push(hashed.sha256);
        lines = hashed.lines;
      }
      jobs.push(job.range === null ? job : this.#count(job, job.range, lines));
    }
    const task = JSON.stringify({ slice: packData({ ...slice, jobs }), sha256 });
    const name = createHash('sha256').update(task).digest('hex');
    return { place, kind: 'read', name, case: null, number: 0, task };
  }

  /** Workers need not count the lines before a range, where the file may be another one. */
  #count(job: Job, { path, start, end }: FilePart, lines: number): Job {
    const { path: lastPath, end: lastEnd, lines: before } = this.#last;
    const linesBefore = path === lastPath && start === lastEnd ? before : 0;
    this.#last = { path, end, lines: linesBefore + lines };
    return { ...job, linesBefore };
  }

  /** Throws a UserError where a file changed after it was described: its parts would be of two files. */
  confirm(): void {
    for (const [path, { displayName, state }] of this.#states)
      if (state === null || stateOf(path) !== state)
        throw runError('TRACES_CHANGED', 'the file changed while the run was made', {
          where: { file: displayName },
          hint: 'start the command again when nothing writes to its traces',
        });
  }
}

/** The queue of the slices of a run. */
export function sliceQueue(run: string): string {
  return queueName(run, 'trace files');
}

/** A slice whose files are those of the coordinator. */
export interface CheckedSlice {
  readonly slice: Slice;
  /** Throws where a file changed after it was checked. */
  readonly confirm: () => void;
}

/** Reads a job. Throws a UserError where the files of this machine are others, or may not be read. */
export async function checkSlice(
  { task }: StoredJob,
  folders: readonly string[],
): Promise<CheckedSlice> {
  const parsed = parseJson(task);
  const { slice: packed = null, sha256 = null } =
    parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
  const slice = typeof packed === 'string' ? unpackData(packed) : undefined;
  if (!isSlice(slice) || !Array.isArray(sha256))
    throw otherFiles('a part of the traces is described in a form that this version does not read');
  const parts = slice.jobs.flatMap(partsOf);
  const states = parts.map((part) => checkPart(part, folders));
  for (const [index, part] of parts.entries()) {
    const hashed = await hashPart(part).catch(() => null);
    if (hashed === null) throw otherFiles(`${part.displayName} cannot be read here`);
    if (hashed.sha256 !== sha256[index])
      throw otherFiles(`${part.displayName} differs from that of the coordinator`);
  }
  return {
    slice,
    confirm: () => {
      for (const [index, { path, displayName }] of parts.entries())
        if (stateOf(path) !== states[index])
          throw otherFiles(`${displayName} changed while it was read`);
    },
  };
}

/** The state of a file. Throws where it is not a file inside the folders. */
function checkPart({ path, displayName }: FilePart, folders: readonly string[]): string {
  if (!folders.some((folder) => insideRoot(path, folder)))
    throw otherFiles(`${displayName} is not in the folders that this worker may read`);
  const state = stateOf(path);
  if (state === null) throw otherFiles(`there is no such ${displayName} here`);
  return state;
}
