import {
  isSourceUrl,
  policyOf,
  quoteWhole,
  type Report,
  type ReportEntry,
  SECRETS_ONLY,
  UserError,
  type WholeRun,
} from '#core';
import type { ApiRun, ApiWholeTrace } from '#schema';
import { allowFile } from './allowed-file.ts';
import { findTrace } from './find-trace.ts';

/** Larger answers would hold up the page. */
const MAX_CHARACTERS = 48 * 1024 * 1024;

/** The run of an entry as its file has it: whole, and redacted as the report is. */
export async function readWholeTrace(
  root: string,
  { run, report }: { readonly run: ApiRun; readonly report: Report },
  entry: ReportEntry,
): Promise<ApiWholeTrace> {
  const { evidence } = entry;
  if (evidence === null) return absent('The report does not say where this run is.');
  if (report.evidenceText === false)
    return absent('This report was made without texts: its traces are not shown either.');
  const { where } = evidence;
  if (isSourceUrl(where)) return absent('The trace came from a service and is not in a file.');
  // `file:line`, and behind it what distinguishes runs of one line.
  const place = /^(.+?):(\d+)(?: \/.*)?$/.exec(where) ?? /^(.+?)(?: \/.*)?$/.exec(where);
  const [, named = '', line] = place ?? [];
  if (/ run \d+$/.test(where)) return absent('This run was driven by whichtool and has no file.');
  const file = named.split('!')[0] ?? named;
  const allowed = allowFile(root, file);
  if (!allowed.ok) return absent(allowed.reason);
  try {
    const trace = await findTrace({
      path: allowed.path,
      file,
      where,
      line: line === undefined || named !== file ? null : Number(line),
      format: evidence.format ?? null,
      isRow: 'case' in entry.label,
    });
    if (trace === null) return absent(`${file} has no run at ${where} any more.`);
    const policy = report.redaction === undefined ? SECRETS_ONLY : policyOf(report.redaction);
    const whole = quoteWhole(trace, where, policy);
    const isNewer = allowed.modifiedMs > endOf(run);
    if (isNewer && !isSame(whole, entry))
      return absent(`${file} was changed after the run, and has another run at ${where} by now.`);
    return describe(whole, entry, isNewer);
  } catch (error) {
    if (error instanceof UserError) return absent(`${file} cannot be read: ${error.message}`);
    throw error;
  }
}

function absent(reason: string): ApiWholeTrace {
  return { state: 'absent', reason };
}

function describe(whole: WholeRun, entry: ReportEntry, isNewer: boolean): ApiWholeTrace {
  const { expected, calls, format } = entry.evidence ?? {};
  const evidence = {
    ...whole.evidence,
    ...(expected === undefined ? {} : { expected }),
    ...(format === undefined ? {} : { format }),
    calls: whole.evidence.calls.map((call, place) => {
      const verdict = calls?.[place]?.verdict ?? worstFinding(entry, place + 1);
      return verdict === undefined ? call : { ...call, verdict };
    }),
  };
  const answer: ApiWholeTrace = { state: 'read', evidence, offered: whole.offered, isNewer };
  return JSON.stringify(answer).length > MAX_CHARACTERS
    ? absent('The trace is too large to be shown whole.')
    : answer;
}

/** What scorers say of a call that the report does not quote. */
function worstFinding({ findings }: ReportEntry, call: number): Verdict {
  return findings.calls.find((each) => each.call === call && each.verdict !== 'hit')?.verdict;
}

type Verdict = ReportEntry['findings']['calls'][number]['verdict'] | undefined;

/** Whether the record is the run that was measured, as far as the report says: the calls that it quotes. */
function isSame({ evidence }: WholeRun, entry: ReportEntry): boolean {
  const { calls, moreCalls = 0 } = entry.evidence ?? {};
  if (calls === undefined) return true;
  return (
    calls.length + moreCalls === evidence.calls.length &&
    calls.every(({ tool }, place) => evidence.calls[place]?.tool === tool)
  );
}

function endOf({ startedAt, durationMs }: ApiRun): number {
  return Date.parse(startedAt) + durationMs;
}
