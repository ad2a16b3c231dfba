import { hash } from 'node:crypto';
import {
  EVIDENCE_CAP,
  type Issue,
  ISSUES_COUNTED,
  redactIssue,
  type RedactionPolicy,
  type Report,
  type ReportIssue,
  SECRETS_ONLY,
  formatPlace,
} from '#core';

/** What makes two issues one; sorts errors before warnings. */
function identityOf({ severity, code, where, message }: ReportIssue): string {
  return [severity, code, where ?? '', message].join('\u0000');
}

const keyOf = (issue: ReportIssue): string =>
  hash('sha1', identityOf(issue), 'base64url').slice(0, 12);

/** The first hundred issues, each once, in an order that does not depend on which thread found them first. */
function firstIssues(issues: Iterable<ReportIssue>): readonly ReportIssue[] {
  const different = new Map<string, ReportIssue>();
  for (const issue of issues) different.set(identityOf(issue), issue);
  return [...different]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, EVIDENCE_CAP)
    .map(([, issue]) => issue);
}

/** Issues as a report lists them: the first of them, and how many more there are. */
export type ListedIssues = Pick<Report, 'issues' | 'moreIssues'>;

/** The first issues of a list, and the keys of all others; plain data. */
export interface IssueListState {
  readonly issues: readonly ReportIssue[];
  readonly keys: readonly string[];
}

/** An issue as reports contain it. */
function reportIssue({ code, severity, message, where, hint }: Issue): ReportIssue {
  return { code, severity, message, where: formatPlace(where), hint: hint ?? null };
}

/**
 * Collects issues without keeping more of them than a report shows. Each is counted once, however often it is found and
 * in however many shards: the others are kept as keys. Where there are too many the lowest keys stay, whatever the order.
 */
export class IssueList {
  #issues: ReportIssue[] = [];
  #keys = new Set<string>();
  /** Keys from here on are not needed. */
  #limit: string | null = null;
  readonly #redaction: RedactionPolicy | null;

  /** Issues are redacted before they are compared: shards have the same keys for them. */
  constructor(redaction: RedactionPolicy | null = SECRETS_ONLY) {
    this.#redaction = redaction;
  }

  add(issue: Issue): void {
    this.#add(redactIssue(reportIssue(issue), this.#redaction));
  }

  #add(issue: ReportIssue): void {
    this.#issues.push(issue);
    this.#addKey(keyOf(issue));
    if (this.#issues.length > 20 * EVIDENCE_CAP) this.#issues = [...firstIssues(this.#issues)];
  }

  #addKey(key: string): void {
    if (this.#limit !== null && key >= this.#limit) return;
    this.#keys.add(key);
    if (this.#keys.size < 2 * ISSUES_COUNTED) return;
    const kept = [...this.#keys].sort().slice(0, ISSUES_COUNTED + 1);
    this.#limit = kept.pop() ?? null;
    this.#keys = new Set(kept);
  }

  state(): IssueListState {
    const issues = firstIssues(this.#issues);
    const listed = new Set(issues.map(keyOf));
    const keys = [...this.#keys].sort().slice(0, ISSUES_COUNTED);
    return { issues, keys: keys.filter((key) => !listed.has(key)) };
  }

  merge({ issues, keys }: IssueListState): void {
    for (const issue of issues) this.#add(issue);
    for (const key of keys) this.#addKey(key);
  }

  report(): ListedIssues {
    const { issues, keys } = this.state();
    const more = Math.min(keys.length, ISSUES_COUNTED - issues.length);
    return more === 0 ? { issues } : { issues, moreIssues: more };
  }
}
