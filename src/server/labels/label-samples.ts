import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolSpec } from '#core';
import {
  type LabelRecord,
  loadSample,
  openLabels,
  readLabels,
  SAMPLE_FILES,
  type SampleFolder,
  type Task,
  TASKS,
} from '#dataset';
import { insideRoot } from '#platform';
import { type LabelContext, openTask, sheetRows, type TaskCases } from '#run';
import { Problem } from '../http/problem.ts';
import { findLabelFiles, isSample } from './find-files.ts';

/** A task of a sample, with its labels as they are on disk. */
export interface OpenTask {
  readonly id: string;
  readonly context: LabelContext;
  /** Makes the row of a case. */
  readonly rowOf: ReturnType<typeof sheetRows>;
}

/** A value that was made of files, and what they looked like then. */
interface Kept<T> {
  readonly signature: string;
  readonly value: T;
}

/** The samples of a project. Files that changed are read again at the next request. */
export class LabelSamples {
  readonly root: string;
  readonly catalog: readonly ToolSpec[] | null;
  readonly #samples = new Map<string, Kept<SampleFolder>>();
  readonly #cases = new Map<string, Kept<Promise<TaskCases>>>();
  readonly #tasks = new Map<string, Kept<Promise<OpenTask>>>();

  constructor(root: string, catalog: readonly ToolSpec[] | null) {
    this.root = root;
    this.catalog = catalog;
  }

  list(): readonly string[] {
    return findLabelFiles(this.root).samples;
  }

  /** The folder of a sample. Names that lead out of the project are not found, like those of no sample. */
  folderOf(id: string): string {
    const parts = id.split('/');
    const isPath = id !== '' && parts.every((part) => !['', '.', '..'].includes(part));
    const folder = join(this.root, ...parts);
    if (!isPath || id.includes('\\') || id.includes('\0') || !insideRoot(folder, this.root))
      throw noSample();
    if (!isSample(folder)) throw noSample();
    return folder;
  }

  sample(id: string): SampleFolder {
    const folder = this.folderOf(id);
    return keep(this.#samples, id, caseSignature(folder), () => loadSample(folder));
  }

  /** The labels of a task as they are now. */
  async open(id: string, task: Task): Promise<OpenTask> {
    const sample = this.sample(id);
    const folder = sample.path;
    const key = `${task} ${id}`;
    const signature = `${caseSignature(folder)}\n${labelSignature(folder)}`;
    return await keep(this.#tasks, key, signature, async () => {
      const cases = await keep(this.#cases, key, caseSignature(folder), () =>
        openTask(sample, task),
      );
      const labelled = openLabels(folder, task, cases.sample);
      const context = { ...labelled, questions: cases.questions };
      return { id, context, rowOf: sheetRows(context, this.catalog) };
    });
  }

  /** The tasks that a sample has: labels, and what is rated of it. What people were asked to do comes first. */
  tasks(id: string): readonly Task[] {
    const folder = this.folderOf(id);
    const { records } = readLabels(folder);
    const asked = TASKS.filter((task) => isAsked(folder, task, records));
    return asked.includes('label') ? asked : [...asked, 'label'];
  }
}

function isAsked(folder: string, task: Task, records: readonly LabelRecord[]): boolean {
  const assigned = task === 'label' ? 'assignments.json' : `assignments-${task}.json`;
  return stamp(join(folder, assigned)) !== '' || records.some((record) => record.task === task);
}

/** The same words for a sample that is not there and for one that the visitor may not see. */
export function noSample(): Problem {
  return new Problem(404, 'there is no such sample');
}

function keep<T>(kept: Map<string, Kept<T>>, key: string, signature: string, make: () => T): T {
  const known = kept.get(key);
  if (known?.signature === signature) return known.value;
  const value = make();
  kept.set(key, { signature, value });
  // What could not be read is tried again.
  if (value instanceof Promise) value.catch(() => kept.delete(key));
  return value;
}

/** What the cases of a sample are read from. */
function caseSignature(folder: string): string {
  const { cases, manifest, guide, rubric } = SAMPLE_FILES;
  return stampAll(folder, [cases, manifest, guide, rubric]);
}

/** What labels and assignments are read from. */
function labelSignature(folder: string): string {
  const labels = names(join(folder, SAMPLE_FILES.labels)).filter((name) => name.endsWith('.jsonl'));
  const assignments = names(folder).filter((name) => name.startsWith('assignments'));
  return [stampAll(join(folder, SAMPLE_FILES.labels), labels), stampAll(folder, assignments)].join(
    '\n',
  );
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function stampAll(folder: string, files: readonly string[]): string {
  return files.map((name) => `${name} ${stamp(join(folder, name))}`).join('\n');
}

function stamp(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}
