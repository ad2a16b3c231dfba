import { basename, dirname, join } from 'node:path';
import { type ReadFailure, readIssue } from '../records/read-codes.ts';
import type { Json } from '#core';
import { openSource } from '../byte-source.ts';
import { readRecords } from '../read-records.ts';
import type { Input, RowRecord } from '../reader.ts';
import { isBfclRow, readBfclAnswer, toDatasetRow } from './bfcl.ts';

/**
 * Converts the rows of a file to rows of a dataset if its first row is a question of BFCL; otherwise returns them
 * unchanged.
 */
export async function* adaptBfcl(
  input: Input,
  batches: AsyncGenerator<readonly RowRecord[]>,
): AsyncGenerator<readonly RowRecord[]> {
  let answers: ReadonlyMap<string, readonly Json[]> | null = null;
  let isFirst = true;
  for await (const batch of batches) {
    const [first] = batch;
    if (isFirst && first?.kind === 'row' && isBfclRow(first.value)) {
      const read = await readAnswers(input);
      if (read.issues.length > 0)
        yield read.issues.map((issue): RowRecord => ({ kind: 'error', issue }));
      answers = read.answers;
    }
    isFirst = false;
    yield answers === null ? batch : batch.map((record) => adapt(record, answers!));
  }
}

function adapt(record: RowRecord, answers: ReadonlyMap<string, readonly Json[]>): RowRecord {
  if (record.kind === 'error' || !isBfclRow(record.value)) return record;
  return { ...record, value: toDatasetRow(record.value, answers) };
}

/** Reads the accepted answers. They are in a folder beside the questions, under the same name, and may be absent. */
async function readAnswers({ path, displayName: label }: Input): Promise<{
  readonly answers: ReadonlyMap<string, readonly Json[]>;
  readonly issues: readonly ReadFailure[];
}> {
  const answers = new Map<string, readonly Json[]>();
  const issues: ReadFailure[] = [];
  const beside = (file: string): string => join(dirname(file), 'possible_answer', basename(file));
  const source = openSource({ path: beside(path), displayName: beside(label) });
  const batches = readRecords<ReadFailure | null>(source, {
    container: null,
    value: (value, where) => {
      const answer = readBfclAnswer(value);
      if (answer === null) return readIssue('ROW_NOT_OBJECT', NO_ANSWER, { where });
      answers.set(answer.id, answer.calls);
      return null;
    },
    error: (issue) => issue,
  });
  for await (const batch of batches)
    for (const issue of batch)
      if (issue !== null && issue.code !== 'FILE_NOT_FOUND') issues.push(issue);
  return { answers, issues };
}

const NO_ANSWER = 'an accepted answer needs an id and ground_truth, a list of calls';
