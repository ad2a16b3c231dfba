import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Issue, type Json, parseJson, stringifyAsWritten, UserError } from '#core';
import { appendLines, errorCode, type FileOutcome, readFailure } from '#platform';
import { datasetError, datasetIssue } from '../codes.ts';
import { readOptional, SAMPLE_FILES } from '../sampling/sample-folder.ts';
import { type LabelRecord, parseRecord } from './label-record.ts';

/** What all reviewers wrote, and which lines could not be used. */
export interface LabelFiles {
  readonly records: readonly LabelRecord[];
  readonly issues: readonly Issue[];
}

/** A name that can name a file on every system; throws a UserError for any other. */
export function checkReviewer(name: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,63}$/.test(name) && !/^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(name))
    return name;
  const hint = 'use small letters, digits, - and _';
  throw datasetError('FLAG_REVIEWER', `"${name}" cannot be the name of a reviewer`, { hint });
}

/** Reads the label files beside a sample. A line that is torn or not a label is skipped with a warning. */
export function readLabels(folder: string): LabelFiles {
  const records: LabelRecord[] = [];
  const issues: Issue[] = [];
  for (const name of listFiles(join(folder, SAMPLE_FILES.labels))) {
    const file = join(folder, SAMPLE_FILES.labels, name);
    const lines = (readOptional(file) ?? '').split('\n');
    for (const [index, line] of lines.entries()) {
      if (line.trim() === '') continue;
      const parsed = parseJson(line);
      const record = parsed.ok ? parseRecord(parsed.value, name.slice(0, -'.jsonl'.length)) : null;
      if (record !== null) records.push(record);
      else {
        const why = index === lines.length - 1 ? 'is cut off' : 'is not a label of this reviewer';
        const where = { file, line: index + 1 };
        issues.push(datasetIssue('LABEL_LINE', `this line ${why}; it is left out`, { where }));
      }
    }
  }
  return { records, issues };
}

function listFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .sort((a, b) => (a < b ? -1 : 1));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw new UserError([readFailure(error, folder)]);
  }
}

/** Appends labels of one reviewer, all of them or none. `importLabels` checks them first. */
export async function appendLabels(
  folder: string,
  reviewer: string,
  records: readonly LabelRecord[],
): Promise<FileOutcome> {
  const file = join(folder, SAMPLE_FILES.labels, `${checkReviewer(reviewer)}.jsonl`);
  return await appendLines(
    file,
    records.map((record) => stringifyAsWritten(record as unknown as Json)),
  );
}
