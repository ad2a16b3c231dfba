import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './support/doc-blocks.ts';

/** Every public code. People filter and search by them: add to this list, never take away. */
const CODES: readonly string[] = [
  'AGENT_FAILED',
  'AGENT_OUTPUT',
  'ARCHIVE_MEMBER',
  'BUDGET_SPENT',
  'BUDGET_UNCOUNTED',
  'CALIBRATION_INVALID',
  'CALIBRATION_STALE',
  'CAPTURE_CONFIG',
  'CAPTURE_FAILED',
  'CAPTURE_NOTHING',
  'CASE_FAILED',
  'CASE_WITHOUT_TRACE',
  'CASSETTE_CHANGED',
  'CASSETTE_MISSING',
  'CASSETTE_STALE',
  'CASSETTE_UNHASHED',
  'CATALOG_UNUSABLE',
  'COMPARE_REFUSED',
  'CSV_HEADER',
  'CSV_ROW',
  'DATASET_AMBIGUOUS',
  'DATASET_CORRUPT',
  'DATASET_NOT_FOUND',
  'DATASET_OPEN_CASES',
  'DATASET_UNREADABLE',
  'DATASET_VERSION',
  'DRAFT_FAILED',
  'DRIVE_MESSAGES',
  'DRIVE_NO_MOCKS',
  'DRIVE_NO_PROMPT',
  'DRIVE_STOPPED',
  'DRIVE_UNKNOWN_AGENT',
  'DRIVE_UNKNOWN_SERVER',
  'ENCODING_INVALID',
  'ENCODING_UNSUPPORTED',
  'ENVIRONMENT_MISSING',
  'EXEC_REFUSED',
  'FILE_IS_DIRECTORY',
  'FILE_NOT_FOUND',
  'FILE_NOT_REGULAR',
  'FILE_SHRUNK',
  'FILE_SILENT',
  'FILE_TOO_LARGE',
  'FILE_UNREADABLE',
  'FLAG_ASSIGN',
  'FLAG_BASELINE',
  'FLAG_BY',
  'FLAG_CLASS',
  'FLAG_CONCURRENCY',
  'FLAG_DRIFT',
  'FLAG_DRIVE',
  'FLAG_FORMAT',
  'FLAG_FROM',
  'FLAG_KEEP',
  'FLAG_MARGIN',
  'FLAG_MAX_CONFUSABLE',
  'FLAG_MAX_ERRORS',
  'FLAG_MERGE_TOOLS',
  'FLAG_MIN_CONFUSABLE',
  'FLAG_MIN_LIKENESS',
  'FLAG_MODE',
  'FLAG_NAME',
  'FLAG_NO_EFFECT',
  'FLAG_PORT',
  'FLAG_PRUNE',
  'FLAG_PUSH',
  'FLAG_REDACT',
  'FLAG_REGRESSION',
  'FLAG_REPORTER',
  'FLAG_REQUESTER',
  'FLAG_REVIEWER',
  'FLAG_RUNS',
  'FLAG_SAMPLE',
  'FLAG_SERVER',
  'FLAG_SHARD',
  'FLAG_SHEET',
  'FLAG_TASK',
  'FLAG_THRESHOLD',
  'FLAG_TO',
  'FLAG_TOOLS',
  'FLAG_TYPES',
  'FORMAT_UNKNOWN',
  'HIDDEN_SKIPPED',
  'HISTORY_DAMAGED',
  'HISTORY_NO_RUN',
  'HISTORY_UNREADABLE',
  'HISTORY_UNWRITABLE',
  'INIT_EXISTS',
  'INIT_MODEL',
  'INIT_SERVERS',
  'INIT_TRACES',
  'INIT_UNMEASURED',
  'JSON_DEPTH',
  'JSON_DUPLICATE_KEY',
  'JSON_SYNTAX',
  'JUDGE_ALIAS',
  'JUDGE_BUDGET',
  'JUDGE_DRIFT',
  'JUDGE_ERROR',
  'JUDGE_FAMILY',
  'JUDGE_GATES_IN_CI',
  'JUDGE_GUIDE',
  'JUDGE_INJECTION',
  'JUDGE_NO_OUTPUT',
  'JUDGE_REDACTED',
  'JUDGE_SPLIT',
  'JUDGE_STORE',
  'JUDGE_TRUNCATED',
  'JUDGE_UNASKED',
  'LABELS_UNMATCHED',
  'LABEL_ASSIGNED',
  'LABEL_CONFLICT',
  'LABEL_INVALID',
  'LABEL_LINE',
  'LABEL_NOT_DISPUTED',
  'LABEL_OWN_CASE',
  'LABEL_ROLE',
  'LABEL_STALE',
  'LABEL_TASK',
  'LABEL_TOOL',
  'LABEL_UNASSIGNED',
  'LABEL_UNKNOWN_CASE',
  'LABEL_UNSURE',
  'LIBRARY_OPTION',
  'LINK_SKIPPED',
  'LIVE_LOCKED',
  'MATCH_REMARK',
  'MCP_ENDED',
  'MCP_JSON',
  'MCP_LIMIT',
  'MCP_LIST_CHANGED',
  'MCP_NOT_ENDED',
  'MCP_PROTOCOL',
  'MCP_REQUEST_DECLINED',
  'MCP_RESULT_CUT',
  'MCP_START',
  'MCP_STDOUT_NOISE',
  'MCP_TIMEOUT',
  'MCP_TOOL_SKIPPED',
  'MCP_UNEXPECTED',
  'MERGE_REFUSED',
  'MODEL_ANSWER',
  'MODEL_CUT',
  'MODEL_FAILED',
  'MODEL_HEADER',
  'MODEL_KEY',
  'MODEL_OBJECT',
  'MODEL_OTHER',
  'MODEL_QUOTA',
  'MODEL_REFUSED',
  'MODEL_TOOL_CHOICE',
  'MODEL_UNKNOWN',
  'MODEL_URL',
  'MODULE_UNUSABLE',
  'NAME_NEVER_SEEN',
  'NOTHING_SELECTED',
  'NO_RECORDS',
  'NO_TRACES_FOUND',
  'NUMBER_RANGE',
  'OUTPUT_UNWRITABLE',
  'PACK_BOMB',
  'PACK_CORRUPT',
  'PUSH_NO_EXAMPLE',
  'RATINGS_INVALID',
  'READ_AMOUNT_ODD',
  'READ_ANSWER_CUT',
  'READ_ANSWER_MISSING',
  'READ_ARGS_UNPARSED',
  'READ_BRANCH_SKIPPED',
  'READ_CALL_UNREADABLE',
  'READ_CALL_WITHOUT_RESULT',
  'READ_DUPLICATE_ID',
  'READ_NAME_GUESSED',
  'READ_ORPHAN',
  'READ_PAYLOAD_MISSING',
  'READ_RESULT_WITHOUT_CALL',
  'READ_RUN_SKIPPED',
  'READ_TEXT_CALL',
  'READ_TOOLS_UNREADABLE',
  'READ_UNKNOWN_TYPE',
  'REPORT_INVALID',
  'REPORT_UNREADABLE',
  'REPORT_VERSION',
  'REQUESTER_UNKNOWN',
  'ROW_DUPLICATE_ID',
  'ROW_ID',
  'ROW_LABEL',
  'ROW_NOT_OBJECT',
  'ROW_WEIGHT',
  'RUNS_IDENTICAL',
  'RUNS_TOO_MANY',
  'RUN_CONFLICT',
  'RUN_CRASHED',
  'RUN_LOCKED',
  'RUN_MISSING',
  'RUN_TIMEOUT',
  'SAMPLE_EXISTS',
  'SAMPLE_FULL',
  'SAMPLE_INVALID',
  'SAMPLE_RUBRIC',
  'SAMPLE_STRATA',
  'SCORER_FAILED',
  'SERVERS_UNREADABLE',
  'SERVE_HOST',
  'SERVE_PORT',
  'SERVE_SECRET',
  'SOURCE_FAILED',
  'SOURCE_KEY',
  'SOURCE_PROJECT',
  'SOURCE_REFUSED',
  'SOURCE_URL',
  'STATUS_UNKNOWN',
  'SUITE_AMBIGUOUS',
  'SUITE_CATALOG',
  'SUITE_CERTIFY',
  'SUITE_CORRECTED',
  'SUITE_DUPLICATE_KEY',
  'SUITE_DUPLICATE_KEYED_SCORER',
  'SUITE_DUPLICATE_NAME',
  'SUITE_EMPTY',
  'SUITE_EMPTY_CLASS',
  'SUITE_FORBIDDEN_UNSEEN',
  'SUITE_GATE_OPERATOR',
  'SUITE_GATE_QA',
  'SUITE_GATE_UNIT',
  'SUITE_MISSING_KEY',
  'SUITE_MODEL',
  'SUITE_MORE',
  'SUITE_NEUTRAL_EXPECTED',
  'SUITE_NOT_FOUND',
  'SUITE_NO_EFFECT',
  'SUITE_NO_SCORER',
  'SUITE_OVERLAPPING_CLASSES',
  'SUITE_PATH_OUTSIDE',
  'SUITE_QUOTE_THIS',
  'SUITE_REGEX',
  'SUITE_TOO_LARGE',
  'SUITE_TYPE',
  'SUITE_UNKNOWN_AGENT',
  'SUITE_UNKNOWN_CLASS',
  'SUITE_UNKNOWN_KEY',
  'SUITE_UNKNOWN_MARKER',
  'SUITE_UNKNOWN_METRIC',
  'SUITE_UNSUPPORTED',
  'SUITE_VALUE',
  'TEMPLATE_PATH',
  'TEMPLATE_SYNTAX',
  'TEMPLATE_VALUE',
  'TOOLS_MODEL',
  'TOOLS_NONE',
  'TOOLS_SERVER_TWICE',
  'TOOL_DISTRACTORS_FEW',
  'TOOL_MOCK_UNKNOWN',
  'TOOL_OVERRIDE_UNKNOWN',
  'TRACE_AMBIGUOUS',
  'TRACE_BAD_LINE',
  'TRACE_SCHEMA',
  'TRACE_TOO_LONG',
  'TRACE_TOO_MANY_BAD',
  'TRACE_TORN_TAIL',
  'TRACE_UNCLAIMED',
  'TRY_OTHER_CASES',
  'TRY_OTHER_SUITE',
  'TRY_REFUSED',
  'YAML_ALIAS',
  'YAML_DEPTH',
  'YAML_DOCUMENTS',
  'YAML_SYNTAX',
  'YAML_TAG',
];

const rows = readFileSync(join(ROOT, 'docs/codes.md'), 'utf8').matchAll(
  /^\| `([A-Z\d_]+)` \| ([a-z ]+) \|/gm,
);
const effects = new Map([...rows].map(([, code = '', effect = '']) => [code, effect]));
const listed = [...effects.keys()];

it('lists the pinned codes, all of them and no others', () => {
  expect(listed).toEqual(CODES);
});

it('lists every code that the sources use', () => {
  const used = new Set(listSources().flatMap((file) => codesOf(readFileSync(file, 'utf8'))));
  expect([...used].filter((code) => !listed.includes(code)).sort()).toEqual([]);
});

it('lists no code that the sources do not use', () => {
  const text = listSources()
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  expect(listed.filter((code) => !new RegExp(`'${code}'`).test(text))).toEqual([]);
});

it('agrees with the severity of every issue that the sources write', () => {
  const sources = listSources().map((file) => readFileSync(file, 'utf8'));
  const codesIn = (pattern: RegExp): readonly string[] =>
    sources.flatMap((source) => [...source.matchAll(pattern)].map(([, code = '']) => code));
  const written = {
    // Issues by hand, errors that end a command, and issues that are made less serious at their place.
    error: [
      ...codesIn(/code: '([A-Z_\d]+)',\s*severity: 'error'/g),
      ...codesIn(/\b[a-z]+Error\(\s*'([A-Z]+_[A-Z_\d]+)'/g),
    ],
    warning: [
      ...codesIn(/code: '([A-Z_\d]+)',\s*severity: 'warning'/g),
      ...codesIn(/\basWarning\(\s*\w+\(\s*'([A-Z]+_[A-Z_\d]+)'/g),
    ],
  };
  expect(written.error.length).toBeGreaterThan(50);
  expect(written.warning.length).toBeGreaterThan(0);
  const allowed = { error: /^(?!warning)/, warning: /^(?:warning|unusable)$/ };
  const wrong = (['error', 'warning'] as const).flatMap((severity) =>
    written[severity]
      .filter((code) => !allowed[severity].test(effects.get(code) ?? ''))
      .map((code) => `${code} ${severity}`),
  );
  expect(wrong).toEqual([]);
});

it('keeps the generated pages up to date', () => {
  const script = join(ROOT, 'scripts/build-docs.mjs');
  expect(() =>
    execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' }),
  ).not.toThrow();
});

function listSources(): readonly string[] {
  return readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        name.endsWith('.ts') && !/\.test\.ts$|\.generated\.ts$|fixtures|[/-]codes\.ts$/.test(name),
    )
    .map((name) => join(ROOT, 'src', name));
}

/** Words that look like codes and are other people's: variables of the environment, members of formats and protocols. */
const FOREIGN =
  /^(?:EAI|ERR|SIG|UND_ERR|Z|LANGCHAIN|LANGFUSE|LANGSMITH|OTEL|PHOENIX)_|_API_KEY$|^(?:CONNECTION_CLOSED|FINISH_REASON_UNSPECIFIED|FOLLOWS_FROM|MALFORMED_FUNCTION_CALL|MAX_TOKENS|NO_PROXY|OUTCOME_OK|PROCESSOR_ARCHITECTURE|REQUEST_TIMEOUT|SPAN_ONLY|UNEXPECTED_TOOL_CALL|UNSUPPORTED_RESULT_TYPE|WAYLAND_DISPLAY|WHICHTOOL_TOKEN)$/;

/** Words in quotes that look like a code of ours. */
function codesOf(source: string): readonly string[] {
  return [...source.matchAll(/'([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)'/g)]
    .map(([, code = '']) => code)
    .filter((code) => !FOREIGN.test(code));
}
