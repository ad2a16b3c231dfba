import type { CodeWith } from '../issues/code-table.ts';
import type { TRACE_CODES } from '../issues/codes/core.ts';
import { traceIssue } from '../issues/core-issue.ts';
import type { Issue } from '../issues/issue.ts';

/** What a trace may hold at most. */
export const LIMITS = {
  /** UTF-16 units in the name of a tool or a server. */
  nameLength: 1024,
  /** Tokens, money or milliseconds of a run: sums of more would not be exact. */
  amount: 1e12,
  /** Issues that are listed for one trace; the rest are counted. */
  issues: 20,
} as const;

/** What was found while one trace was parsed. */
export class TraceFindings {
  failed = false;
  private readonly listed: Issue[] = [];
  private hidden = 0;

  /** Notes that the trace cannot be used. */
  fail(pointer: string, message: string, hint?: string): void {
    this.failed = true;
    this.add(traceIssue('TRACE_SCHEMA', message, { where: { pointer }, hint }));
  }

  /** Notes something odd that was kept as it is. */
  warn(code: CodeWith<typeof TRACE_CODES, 'warning'>, pointer: string, message: string): void {
    this.add(traceIssue(code, message, { where: { pointer } }));
  }

  /** Everything found; of a failed trace the errors only. */
  issues(): Issue[] {
    const issues = this.failed
      ? this.listed.filter((issue) => issue.severity === 'error')
      : this.listed;
    const last = issues.at(-1);
    if (this.hidden === 0 || last === undefined) return issues;
    return [...issues, { ...last, message: `${this.hidden} more problems are not listed` }];
  }

  /** Why the trace cannot be used. */
  faults(): Issue<'TRACE_SCHEMA'>[] {
    return this.issues().filter(isFault);
  }

  private add(issue: Issue): void {
    if (this.listed.length < LIMITS.issues) this.listed.push(issue);
    // An error must show even where warnings filled the list before it.
    else if (issue.severity === 'error' && this.listed.at(-1)?.severity === 'warning') {
      this.listed[LIMITS.issues - 1] = issue;
      this.hidden += 1;
    } else this.hidden += 1;
  }
}

function isFault(issue: Issue): issue is Issue<'TRACE_SCHEMA'> {
  return issue.code === 'TRACE_SCHEMA';
}
