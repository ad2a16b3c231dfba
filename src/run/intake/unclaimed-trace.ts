import type { Issue, Trace } from '#core';
import { runIssue } from '../issues/run-codes.ts';
import type { TestTraces } from '../test-runs/test-traces.ts';

/** How many tests a message names. */
const NAMED = 3;

/** Why a trace belongs to no test or row: `named` are the tests that may take traces of its file. */
export function unclaimedTrace(
  named: readonly TestTraces[],
  trace: Trace,
  where: Issue['where'],
): Issue {
  if (named.length === 0) {
    const why = trace.case === null ? 'it has no case' : `no row has the id "${trace.case}"`;
    return runIssue('TRACE_UNCLAIMED', `no row takes this trace: ${why}`, {
      where,
      hint: 'put "case": "<id of its row>" in the trace, or name the field to join by with join: of the eval',
    });
  }
  const isShared = named.length > 1 && named.every(({ plan }) => plan.traces !== null);
  if (isShared && named.every(({ plan }) => plan.select === null))
    return runIssue(
      'TRACE_UNCLAIMED',
      `${named.length} tests name this file, and a trace belongs to one test: ${testNames(named)}`,
      {
        where,
        hint: 'write one test with the scorers and gates of all, or give each its runs by select:',
      },
    );
  const why = trace.test === null ? 'it names no test' : `there is no test "${trace.test}"`;
  return runIssue('TRACE_UNCLAIMED', `no test takes this trace: ${why}`, {
    where,
    hint: 'put "test": "<name>" in the trace, or give the test traces: or select:',
  });
}

/** That several tests take a trace. */
export function ambiguousTrace(candidates: readonly TestTraces[], where: Issue['where']): Issue {
  const message = `${candidates.length} tests take this trace: ${testNames(candidates)}`;
  return runIssue('TRACE_AMBIGUOUS', message, {
    where,
    hint: 'make their select: differ, or name the test in the trace',
  });
}

function testNames(tests: readonly TestTraces[]): string {
  const names = tests.slice(0, NAMED).map(({ plan }) => `"${plan.name}"`);
  const more = tests.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
