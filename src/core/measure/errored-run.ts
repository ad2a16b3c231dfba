import type { IssueCode } from '../issues/issue-codes.ts';
import type { Issue } from '../issues/issue.ts';
import type { Trace } from '../trace/trace.ts';

/** A run without calls: what an errored run counts as under `errors: count_as_empty`. */
export function emptyTrace(): Trace {
  return {
    id: null,
    test: null,
    case: null,
    agent: null,
    run: null,
    input: null,
    calls: [],
    offered: null,
    output: null,
    usage: null,
    error: null,
    metadata: null,
    issues: [],
  };
}

const WITHOUT_A_RUN: ReadonlySet<string> = new Set<IssueCode>([
  'BUDGET_SPENT',
  'CASE_WITHOUT_TRACE',
  'CASSETTE_CHANGED',
  'CASSETTE_MISSING',
  'CASSETTE_STALE',
  'MCP_START',
  'RUN_GIVEN_UP',
  'RUN_MISSING',
]);

/** Whether `errors: count_as_empty` applies: there was a run, and it failed or could not be read. */
export function canCountAsEmpty({ code }: Pick<Issue, 'code'>): boolean {
  return !WITHOUT_A_RUN.has(code);
}

const IGNORE_HINT = 'a type that cannot be a call may be listed in ignore_types';

/** What is reported of a run that is not measured; null where it can be. */
export function erroredIssue({ error, fault }: Trace, where: Issue['where']): Issue | null {
  if (error === null) return null;
  if (fault !== undefined) {
    const { pointer } = fault;
    const place = pointer === undefined ? where : { ...where, pointer };
    const hint = fault.types === undefined ? {} : { hint: IGNORE_HINT };
    return { code: fault.code, severity: 'error', message: error, where: place, ...hint };
  }
  const message = `the run ended with an error: ${error}`;
  return { code: 'RUN_CRASHED', severity: 'error', message, where };
}
