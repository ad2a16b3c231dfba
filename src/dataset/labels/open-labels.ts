import type { Issue } from '#core';
import { loadSample, type SampleFolder } from '../sampling/sample-folder.ts';
import type { Task } from './answer.ts';
import { type Assignments, readAssignments } from './assignments.ts';
import { LabelBook } from './label-book.ts';
import { readLabels } from './label-files.ts';
import type { LabelRecord } from './label-record.ts';

/** A sample with the labels of one task. */
export interface LabelledSample {
  readonly sample: SampleFolder;
  readonly records: readonly LabelRecord[];
  readonly assignments: Assignments | null;
  readonly book: LabelBook;
  /** Lines of label files that are skipped. */
  readonly warnings: readonly Issue[];
}

/** Reads a sample, or takes the part of it that can be rated, and its labels. Throws a UserError where the folder is not a sample. */
export function openLabels(
  folder: string,
  task: Task = 'label',
  sample: SampleFolder = loadSample(folder),
): LabelledSample {
  const { records, issues } = readLabels(folder);
  const assignments = readAssignments(folder, task);
  const book = new LabelBook(sample, records, assignments, task);
  return { sample, records, assignments, book, warnings: issues };
}

/** The labels of a sample whose ratings were opened: what is expected of its cases. */
export function expectedLabels({ sample, records }: LabelledSample): LabelBook {
  return new LabelBook(sample, records, readAssignments(sample.path), 'label');
}
