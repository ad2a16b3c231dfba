import type { Issue, Trace } from '#core';
import { DriveError } from '#drivers';
import { readTraces, type TraceFormat } from '#readers';

/** The runs that a captured text records. Throws a DriveError where it cannot be read. */
export async function readText(
  text: string,
  format: TraceFormat,
  issues: Issue[],
): Promise<readonly Trace[]> {
  if (text === '') return [];
  const input = { path: `${format.id}.jsonl`, displayName: format.id, bytes: Buffer.from(text) };
  const traces: Trace[] = [];
  for await (const records of readTraces([input], { format })) {
    for (const record of records) {
      if (record.kind === 'warning') issues.push(record.issue);
      else if (record.kind === 'trace') {
        traces.push(record.trace);
        for (const issue of record.trace.issues) issues.push(issue);
      } else {
        const { message } = record.issue;
        throw new DriveError('CAPTURE_FAILED', `what was caught cannot be read: ${message}`);
      }
    }
  }
  return traces;
}
