/** What a code makes of the run, or of the file, that it is about. */
type RunEffect = 'errored' | 'not measured' | 'partial';

const NOT_MEASURED: readonly RunEffect[] = ['not measured'];
/** A record that cannot be read: a run of its own, or a part of one that is put together of several. */
const LOST: readonly RunEffect[] = ['not measured', 'partial'];
const ERRORED: readonly RunEffect[] = ['errored'];

/** Every code that keeps a run from being measured whole. All other codes are remarks, or end the command. */
export const RUN_EFFECTS: ReadonlyMap<string, readonly RunEffect[]> = new Map<
  string,
  readonly RunEffect[]
>([
  ['READ_ANSWER_MISSING', ['not measured', 'partial']],
  ['READ_ANSWER_CUT', ['not measured', 'partial']],
  ['READ_RESULT_WITHOUT_CALL', ['not measured', 'partial']],
  ...[
    'ENCODING_INVALID',
    'FILE_SHRUNK',
    'JSON_DEPTH',
    'JSON_DUPLICATE_KEY',
    'JSON_SYNTAX',
    'NUMBER_RANGE',
    'PACK_CORRUPT',
    'TRACE_BAD_LINE',
    'TRACE_SCHEMA',
    'TRACE_TOO_LONG',
    'TRACE_TORN_TAIL',
  ].map((code) => [code, LOST] as const),
  ...[
    'ARCHIVE_MEMBER',
    'CASE_WITHOUT_TRACE',
    'CASSETTE_CHANGED',
    'CASSETTE_MISSING',
    'CASSETTE_STALE',
    'ENCODING_UNSUPPORTED',
    'FILE_SILENT',
    'NO_RECORDS',
    'PACK_BOMB',
    'READ_CALL_UNREADABLE',
    'READ_UNKNOWN_TYPE',
    'RUN_MISSING',
    'SCORER_FAILED',
    'STATUS_UNKNOWN',
  ].map((code) => [code, NOT_MEASURED] as const),
  ...[
    'AGENT_FAILED',
    'AGENT_OUTPUT',
    'BUDGET_SPENT',
    'CASE_FAILED',
    'RUN_CRASHED',
    'RUN_TIMEOUT',
  ].map((code) => [code, ERRORED] as const),
]);
