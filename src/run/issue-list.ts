import { EVIDENCE_CAP, type Issue, type ReportIssue } from '#core';
import { formatPlace } from './format-place.ts';

/** The issues of a report: each once, in an order that does not depend on who found them first, the first hundred. */
export function firstIssues(issues: Iterable<ReportIssue>): readonly ReportIssue[] {
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

/** Collects issues without keeping more of them than a report shows. */
export class IssueList {
  #issues: ReportIssue[] = [];

  add({ code, severity, message, where, hint }: Issue): void {
    this.#issues.push({ code, severity, message, where: formatPlace(where), hint: hint ?? null });
    if (this.#issues.length > 20 * EVIDENCE_CAP) this.#issues = [...this.first()];
  }

  merge(issues: readonly ReportIssue[]): void {
    this.#issues = [...firstIssues([...this.#issues, ...issues])];
  }

  first(): readonly ReportIssue[] {
    return firstIssues(this.#issues);
  }
}
