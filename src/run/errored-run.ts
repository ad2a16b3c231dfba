import type { Issue, Trace } from '#core';

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

/** What is reported of a run whose trace says that it crashed. */
export function crashIssue(error: string, where: Issue['where']): Issue {
  const message = `the run ended with an error: ${error}`;
  return { code: 'RUN_CRASHED', severity: 'error', message, where };
}
