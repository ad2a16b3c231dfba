import { type Issue, type JsonObject, UserError, isSourceUrl } from '#core';
import { WORLD } from '#platform';
import { type Input, readIssue, readRows, type RowRecord } from '#readers';

/** Datasets that were fetched, so that the rows that are driven are the rows that are scored. */
const fetched = new Map<string, Promise<readonly JsonObject[]>>();

/** Reads the rows of a dataset, in batches: a file of rows or Ragas samples, or `langsmith://name`. */
export async function* readDataset(input: Input): AsyncGenerator<readonly RowRecord[]> {
  if (isSourceUrl(input.path)) yield await fetchRows(input);
  else
    for await (const records of readRows(input))
      yield records.some(isSample) ? await convertSamples(records) : records;
}

const SHAPES =
  'rows are JSON lines, a JSON list, or CSV with a line of columns (.csv), each with an input and a label';

/** The same, where at least one row can be read. Throws a UserError for a file that is empty, not there or not a dataset. */
export async function* readUsableDataset(input: Input): AsyncGenerator<readonly RowRecord[]> {
  let fault: Issue | null = null;
  let hasRows = false;
  for await (const records of readDataset(input)) {
    for (const record of records) {
      if (record.kind === 'row') hasRows = true;
      else if (isOfFile(record.issue)) throw new UserError([record.issue]);
      else fault ??= record.issue;
    }
    yield records;
  }
  if (fault !== null && !hasRows) throw new UserError([{ ...fault, hint: SHAPES }]);
}

function isOfFile({ code }: Issue): boolean {
  return code === 'NO_RECORDS' || code.startsWith('FILE_');
}

/** Whether a row may be a sample of Ragas; one with an `input` is a row that has such a column. */
function isSample(record: RowRecord): boolean {
  if (record.kind === 'error') return false;
  return Object.hasOwn(record.value, 'user_input') && !Object.hasOwn(record.value, 'input');
}

async function convertSamples(records: readonly RowRecord[]): Promise<readonly RowRecord[]> {
  const { convertRagas } = await import('./foreign-rows.ts');
  return records.map((record) =>
    record.kind === 'row' && isSample(record)
      ? { ...record, value: convertRagas(record.value) ?? record.value }
      : record,
  );
}

/** Fetches datasets anew from now on. */
export function forgetDatasets(): void {
  fetched.clear();
}

async function fetchRows({ path, displayName: label }: Input): Promise<readonly RowRecord[]> {
  let rows = fetched.get(path);
  if (rows === undefined) {
    const { pullRows } = await import('./foreign-rows.ts');
    rows = pullRows(path, WORLD);
    fetched.set(path, rows);
  }
  const where = { file: label };
  const records = (await rows).map((value): RowRecord => ({ kind: 'row', value, where }));
  if (records.length > 0) return records;
  const issue: Issue = readIssue('NO_RECORDS', 'the dataset has no examples', { where });
  throw new UserError([issue]);
}
