import { CORE_CODES, type IssueOf, issuesOf, type UserErrorOf, userErrorsOf } from '#core';

/** The codes of the run and of the command line, with what each means. Public: only ever added to. */
export const RUN_CODES = {
  ...CORE_CODES,
  CASE_FAILED: ['errored', 'library: the agent or a scorer of `evaluate` threw on this row'],
  CASE_WITHOUT_TRACE: ['not measured', 'a row carries no run, and no trace names it in `case`'],
  CATALOG_UNUSABLE: ['unusable', 'a catalog given to `tools` lists something that is not a tool'],
  SKILL_UNUSABLE: [
    'unusable',
    'a `SKILL.md` given to `tools` has no front matter that can be read',
  ],
  CASSETTE_CHANGED: [
    'not measured',
    'a cassette was edited since it was recorded: it is not measured',
  ],
  CASSETTE_MISSING: [
    'not measured',
    'a run that is to be replayed was not recorded, or its cassette is damaged',
  ],
  CASSETTE_STALE: ['not measured', 'what a recorded run depends on changed since it was recorded'],
  CASSETTE_UNHASHED: [
    'warning',
    'a cassette of an older version, in which changes of code and of calls are not seen',
  ],
  DATASET_AMBIGUOUS: ['unusable', 'the name of a dataset fits several files or versions'],
  DATASET_NOT_FOUND: ['unusable', 'there is no dataset of this name'],
  DRAFT_FAILED: ['warning', 'the model of `init --model` drafted no usable prompts for a tool'],
  DRIVE_NO_MOCKS: [
    'unusable',
    '`mocks_from` names a folder in which no result of a tool was recorded',
  ],
  DRIVE_NO_PROMPT: [
    'unusable',
    'a test or row that must be driven has nothing to give to its agent',
  ],
  DRIVE_UNKNOWN_AGENT: [
    'unusable',
    'a test must be driven, and its agent is not declared or cannot act',
  ],
  DRIVE_UNKNOWN_SERVER: [
    'unusable',
    'an agent uses a server that is not declared, or is neither a command nor a url',
  ],
  ENVIRONMENT_MISSING: ['unusable', 'a variable that servers or agents need is not set'],
  EXEC_REFUSED: ['unusable', 'a suite starts programs or loads modules where that is not allowed'],
  FLAG_BASELINE: [
    'unusable',
    '`--fail-on-regression` or `--margin` without what it needs, or `--baseline` of a shard',
  ],
  FLAG_CONCURRENCY: ['unusable', '`--concurrency` is not a whole number from 1 to 999'],
  FLAG_CLASS: ['unusable', '`--class` is not `name=tool,tool`'],
  FLAG_MAX_CONFUSABLE: ['unusable', '`--max-confusable` is not a whole number from 0'],
  FLAG_MIN_CONFUSABLE: ['unusable', '`--min-confusable` is not a whole number from 0 to 100'],
  FLAG_MIN_LIKENESS: ['unusable', '`--min-likeness` is not a whole number from 0 to 100'],
  FLAG_DRIFT: [
    'unusable',
    '`--max-drift` or `--min-change` is not a share from 0 to 1, or both piles are standard input',
  ],
  FLAG_MCP: [
    'unusable',
    'a call to `whichtool mcp` names a path outside its root, or something that its flags do not allow',
  ],
  FLAG_DRIVE: [
    'unusable',
    '`--record`, `--replay`, `--only-missing`, `--max-cost` or `--seed` do not fit together or are not a number',
  ],
  FLAG_PUSH_DOWN: [
    'unusable',
    '`--push-down` without traces in a database, or `--dialect` is neither `clickhouse` nor `postgres`',
  ],
  PUSH_DOWN_STREAMED: [
    'warning',
    'a test, an eval, an inspection or a pile asks for more than SQL can say, and its traces are read',
  ],
  PUSH_DOWN_NAMES: [
    'warning',
    'an eval is scored by the names of calls that a database returns; arguments, results, texts and times are not read',
  ],
  FLAG_REDACT: ['unusable', '`--redact-pii` and `--no-redact` contradict each other'],
  FLAG_MODE: [
    'unusable',
    '`--mode` is neither `any_order` nor `in_order`, or stands without `--require`',
  ],
  FLAG_REGRESSION: ['unusable', '`--fail-on-regression` is neither `any` nor `significant`'],
  FLAG_REPORTER: ['unusable', 'an unknown reporter, a missing file, or two reporters for stdout'],
  FLAG_MARGIN: ['unusable', '`--margin` is not a share from 0 to 1'],
  FLAG_MAX_ERRORS: ['unusable', '`--max-errors` is not a whole number from 0'],
  FLAG_MERGE_TOOLS: [
    'unusable',
    '`--merge-tools` is not a list of tools that a confusion matrix has',
  ],
  FLAG_NAME: ['unusable', '`--name` is empty, only digits, or longer than 200 characters'],
  FLAG_NEWEST: ['unusable', '`--newest` is neither a whole number from 1 nor `all`'],
  FLAG_NO_EFFECT: [
    'unusable',
    'a flag that does nothing, because nothing in these suites honours it',
  ],
  FLAG_KEEP: ['unusable', '`--keep-days` or `--keep-mb` is not a whole number above 0'],
  FLAG_UNWRAP: [
    'unusable',
    '`--unwrap` is not `tool=…,name=$.key` with paths into the arguments of that tool',
  ],
  FLAG_PORT: ['unusable', '`--port` is not a whole number from 0 to 65535'],
  FLAG_PRUNE: ['unusable', '`runs prune` needs either `--keep n` or `--older-than` with an age'],
  FLAG_QUEUE: [
    'unusable',
    '`--queue` is not an address of Redis, or goes with flags that do not fit it',
  ],
  FLAG_REQUESTER: ['unusable', '`--requester` has no name'],
  FLAG_RUNS: ['unusable', '`--runs` is not a whole number from 1'],
  FLAG_SERVER: ['unusable', "`--server` is not `name='command …'` or `name=https://…`"],
  FLAG_SHARD: ['unusable', '`--shard` is not `i/n` with i from 1 to n'],
  FLAG_TOOLS: ['unusable', '`--require`, `--forbid` or `--neutral` names no tool'],
  FLAG_TO: ['unusable', '`--to` names no target of `convert`'],
  FLAG_THRESHOLD: ['unusable', '`--threshold` is not `metric=value`, or the value does not fit'],
  FLAG_TYPES: ['unusable', '`--ignore-types` names no type'],
  INIT_EXISTS: ['unusable', '`init` would overwrite a file'],
  INIT_MODEL: [
    'unusable',
    '`init --model` names no model that can be asked, or goes with flags that do not fit it',
  ],
  INIT_SERVERS: [
    'unusable',
    'the file of `init --servers` lists no server, or is outside the project',
  ],
  INIT_TRACES: [
    'unusable',
    'no suite can be drafted from what `init` was given: it is not traces, or the place does not fit',
  ],
  INIT_UNMEASURED: [
    'unusable',
    'no suite would hold on the traces of `init`: nothing of them can be measured',
  ],
  LABELS_UNMATCHED: [
    'warning',
    'fewer than half of the cases of an eval call a tool that their row expects',
  ],
  MATCH_REMARK: ['warning', 'something odd about how calls were matched'],
  MERGE_REFUSED: ['unusable', 'the reports are not one complete set of shards of one run'],
  MODULE_UNUSABLE: [
    'unusable',
    'a module that a suite names cannot be loaded, or has no such function',
  ],
  LOGIN_REFUSED: [
    'unusable',
    'signing in to a server is not possible here, failed, or is not what the server wants',
  ],
  NOTHING_SELECTED: [
    'unusable',
    '`--filter` selects no test, no eval and no row, or `--dataset` is given and there is no eval',
  ],
  QUEUE_UNREACHABLE: ['unusable', 'the Redis server of `--queue` does not answer'],
  REQUESTER_UNKNOWN: ['unusable', 'a requester that no call of any selected run has'],
  REPORT_UNREADABLE: ['unusable', 'a saved report cannot be read'],
  ROW_DUPLICATE_ID: ['unusable', 'two rows of a dataset have one id'],
  ROW_LABEL: [
    'unusable',
    'a row has no label that can be used, and a scorer over labels stands in its eval',
  ],
  ROW_ID: ['unusable', 'the id of a row is not text'],
  ROW_TAGS: [
    'warning',
    'the tags of a dataset cannot be used, or are too many: figures by tag are not measured',
  ],
  ROW_WEIGHT: [
    'warning',
    'some rows of a dataset have no weight that can be used, so reweighted shares are not measured',
  ],
  RUN_CONFLICT: [
    'unusable',
    'one run of a test or a case is there twice, with different content or under one number',
  ],
  RUN_GIVEN_UP: ['errored', 'no worker could make a run, and it was tried often enough'],
  RUN_ID_TAKEN: ['unusable', '`--run-id` names a run of another plan'],
  RUN_LOCKED: ['unusable', 'another process is making the same runs'],
  RUN_MISSING: ['not measured', 'fewer runs than `runs` says, or none'],
  RUNS_IDENTICAL: ['warning', 'several runs of a case gave the same answer, and may be one sample'],
  RUNS_TOO_MANY: ['unusable', 'more runs than `runs` says'],
  SCORER_FAILED: ['not measured', "a scorer of the suite's own gave no usable answer for a row"],
  SERVERS_UNREADABLE: ['unusable', 'the mcp.json that a suite names cannot be read'],
  WORKER_BAD_RESULT: ['unusable', 'the store has a result that no worker of this version made'],
  WORKER_OTHER_FILES: [
    'unusable',
    'a worker has another version of whichtool, of a suite, of code or of traces than the run',
  ],
  SUITE_AMBIGUOUS: ['unusable', 'several default suites are in one folder, and none is named'],
  SUITE_NOT_FOUND: ['unusable', 'there is no suite at this path'],
  TEMPLATE_VALUE: ['not measured', 'a template gave nothing usable for one row'],
  TOOLS_MODEL: [
    'unusable',
    'the model of `tools`, or a flag that goes with `--model`, cannot be used',
  ],
  TOOLS_NONE: ['unusable', '`tools` was given nothing that has a tool'],
  TOOLS_SERVER_TWICE: ['unusable', 'two servers that `tools` was given have one name'],
  TRACE_AMBIGUOUS: ['unusable', 'several tests take one trace'],
  TRACES_CHANGED: ['unusable', 'a trace file changed while workers read its parts'],
  TRACE_UNCLAIMED: ['unusable', 'no test takes a trace'],
  TRY_OTHER_CASES: ['warning', '`try` has a dataset that is not quite that of the baseline'],
  TRY_OTHER_SUITE: ['warning', 'a suite changed since the baseline that `try` compares with'],
  TRY_REFUSED: [
    'unusable',
    '`try` has no test, no eval, no case or no tool to try the overrides on',
  ],
} as const;

export const runIssue: IssueOf<typeof RUN_CODES> = issuesOf(RUN_CODES);
export const runError: UserErrorOf<typeof RUN_CODES> = userErrorsOf(RUN_CODES);
