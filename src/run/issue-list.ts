import { EVIDENCE_CAP, type Issue, type Report, type ReportIssue } from '#core';
import { formatPlace } from './format-place.ts';

/** The issues of a report: each once, in an order that does not depend on who found them first, the first hundred. */
function firstIssues(issues: Iterable<ReportIssue>): readonly ReportIssue[] {
  const different = new Map<string, ReportIssue>();
  for (const issue of issues) {
    const { severity, code, where, message } = issue;
    different.set([severity, code, where ?? '', message].join('\u0000'), issue);
  }
  return [...different]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, EVIDENCE_CAP)
    .map(([, issue]) => issue);
}

/** Issues as a report tells them: the first of them, and how many more there are. */
export type ListedIssues = Pick<Report, 'issues' | 'moreIssues'>;

/** The first issues of a list, and how many were added to it; plain data. */
export interface IssueListState {
  readonly issues: readonly ReportIssue[];
  readonly total: number;
}

/** Collects issues without keeping more of them than a report shows. */
export class IssueList {
  #issues: ReportIssue[] = [];
  #total = 0;

  add({ code, severity, message, where, hint }: Issue): void {
    this.#total += 1;
    this.#issues.push({ code, severity, message, where: formatPlace(where), hint: hint ?? null });
    if (this.#issues.length > 20 * EVIDENCE_CAP) this.#issues = [...firstIssues(this.#issues)];
  }

  save(): IssueListState {
    return { issues: firstIssues(this.#issues), total: this.#total };
  }

  merge({ issues, total }: IssueListState): void {
    this.#total += total;
    this.#issues = [...firstIssues([...this.#issues, ...issues])];
  }

  report(): ListedIssues {
    const { issues, total } = this.save();
    // Where all are listed, some were found twice.
    const more = issues.length < EVIDENCE_CAP ? 0 : total - issues.length;
    return more === 0 ? { issues } : { issues, moreIssues: more };
  }
}
