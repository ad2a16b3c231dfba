/** What a code makes of the run, or of the file, that it is about. */
type RunEffect = 'errored' | 'not measured' | 'partial';

const NOT_MEASURED: readonly RunEffect[] = ['not measured'];
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
    'ARCHIVE_MEMBER',
    'CASE_WITHOUT_TRACE',
    'CASSETTE_CHANGED',
    'CASSETTE_MISSING',
    'CASSETTE_STALE',
    'ENCODING_INVALID',
    'ENCODING_UNSUPPORTED',
    'FILE_SHRUNK',
    'FILE_SILENT',
    'JSON_DEPTH',
    'JSON_DUPLICATE_KEY',
    'JSON_SYNTAX',
    'NO_RECORDS',
    'NUMBER_RANGE',
    'PACK_BOMB',
    'PACK_CORRUPT',
    'READ_CALL_UNREADABLE',
    'READ_UNKNOWN_TYPE',
    'RUN_MISSING',
    'SCORER_FAILED',
    'STATUS_UNKNOWN',
    'TRACE_BAD_LINE',
    'TRACE_SCHEMA',
    'TRACE_TOO_LONG',
    'TRACE_TORN_TAIL',
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
