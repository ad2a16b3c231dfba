import type { Slice, SliceResult } from './slice.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Whether data of another process is a slice. Its plans are checked where they are used. */
export function isSlice(data: unknown): data is Slice {
  if (!isFields(data) || !isFields(data['setup']) || !Array.isArray(data['jobs'])) return false;
  const { plans, selected, claims, drivenAt } = data['setup'];
  return [plans, selected, claims, drivenAt].every(Array.isArray) && data['jobs'].every(isJob);
}

function isJob(job: unknown): boolean {
  if (!isFields(job) || !isCount(job['index']) || !isCount(job['claim'])) return false;
  const { files, range, linesBefore = 0 } = job;
  if (!Array.isArray(files) || !files.every(isFile) || !isCount(linesBefore)) return false;
  return range === null || (isFile(range) && isSpan(range));
}

function isFile(file: unknown): file is Fields {
  return (
    isFields(file) && typeof file['path'] === 'string' && typeof file['displayName'] === 'string'
  );
}

function isSpan({ start, end }: Fields): boolean {
  return isCount(start) && isCount(end) && start < end;
}

/** Whether data of another process is the result of a slice of so many jobs. */
export function isSliceResult(data: unknown, jobs: number): data is SliceResult {
  if (!isFields(data) || !isFields(data['state']) || !Array.isArray(data['jobs'])) return false;
  const { counted, worker } = data['state'];
  if (![counted, worker].every((part) => part === null || isFields(part))) return false;
  return data['jobs'].length === jobs && data['jobs'].every(isOutcome);
}

function isOutcome(outcome: unknown): boolean {
  if (!isFields(outcome)) return false;
  const { result, issues } = outcome;
  if (result === null) return Array.isArray(issues) && issues.length > 0 && issues.every(isFields);
  if (!isFields(result) || !Array.isArray(result['hashes'])) return false;
  const { lines, records, bad, hashes } = result;
  return (
    [lines, records, bad].every(isCount) && hashes.every((some) => some instanceof Uint32Array)
  );
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
