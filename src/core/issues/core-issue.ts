import { type IssueOf, issuesOf } from './code-table.ts';
import { CORE_CODES, TRACE_CODES } from './codes/core.ts';

export const coreIssue: IssueOf<typeof CORE_CODES> = issuesOf(CORE_CODES);
export const traceIssue: IssueOf<typeof TRACE_CODES> = issuesOf(TRACE_CODES);
