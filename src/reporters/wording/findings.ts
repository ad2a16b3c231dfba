import type {
  CallReport,
  CallVerdict,
  EvalReport,
  MissReport,
  ScoreReport,
  TestReport,
} from '#core';
import { name, prose, type Text } from '../document/index.ts';
import { formatPlace, joinPlaces } from './places.ts';

/** One thing that went wrong: an expectation that was missed or a tool that was called wrongly, wherever it happened. */
export interface Finding {
  /** `missed`, or what the scorer says of the call: `unexpected`, `mismatch`, `invalid args`; `not met` of a judge. */
  readonly kind: string;
  /** Whether it is not known to be wrong: redacted values or a judge would have to decide it. */
  readonly isOpen: boolean;
  /** A class, a tool or an expected call. */
  readonly subject: Text;
  /** Runs and calls, ready to read; empty when there is only one place it can be. */
  readonly places: Text;
  readonly details: readonly Text[];
}

/** What one scorer found wrong, or several alike. */
export interface ScoreFindings {
  /** Its name; of several, with commas between them. From the suite. */
  readonly scorer: string;
  /** Whether a model may have decided it. */
  readonly judged: boolean;
  readonly findings: readonly Finding[];
  /** Findings that are not listed. */
  readonly more: number;
  /** Misses and calls that even the report only counts. */
  readonly beyond: number;
}

const LISTED = 10;
const DETAILS = 2;
const SUBJECT_LENGTH = 300;

/** Every other verdict is a complaint, also one that a later scorer brings. */
const NO_COMPLAINT: ReadonlySet<string> = new Set<CallVerdict>(['hit', 'repeat', 'ok']);

/** Verdicts that say what is not known of a call. */
const OPEN: ReadonlySet<string> = new Set<CallVerdict>(['redacted', 'unjudged']);

const NOT_JUDGED = 'not judged';

/**
 * What went wrong in a test or an eval, scorer by scorer, judged ones last; the same in several runs, or for several
 * scorers, once.
 */
export function explain(measured: TestReport | EvalReport): readonly ScoreFindings[] {
  const onlyRun = measured.runs + measured.errors <= 1;
  const all = new Map<string, ScoreFindings>();
  for (const score of measured.scores.toSorted((a, b) => Number(a.judged) - Number(b.judged))) {
    const found = explainScore(score, onlyRun);
    if (found.findings.length === 0) continue;
    const { scorer, ...same } = found;
    const key = JSON.stringify(same);
    const other = all.get(key);
    all.set(key, other === undefined ? found : { ...found, scorer: `${other.scorer}, ${scorer}` });
  }
  return [...all.values()];
}

function explainScore(score: ScoreReport, onlyRun: boolean): ScoreFindings {
  const wrong = score.calls.filter((call) => !NO_COMPLAINT.has(call.verdict));
  const findings = [
    ...groupMisses(score.misses.items, score.judged ? 'not met' : 'missed', onlyRun),
    ...[...new Set(wrong.map((call) => call.verdict))].flatMap((verdict) =>
      groupCalls(wrong, verdict, onlyRun),
    ),
  ];
  const { items, total } = score.misses;
  return {
    scorer: score.displayName ?? score.key ?? score.scorer,
    judged: score.judged,
    findings: findings.slice(0, LISTED),
    more: Math.max(0, findings.length - LISTED),
    beyond: Math.max(0, total - items.length) + Math.max(0, countWrong(score) - wrong.length),
  };
}

function countWrong(score: ScoreReport): number {
  return Object.entries(score.callsTotal).reduce(
    (sum, [verdict, count]) => (NO_COMPLAINT.has(verdict) ? sum : sum + count),
    0,
  );
}

interface Group {
  readonly places: Text[];
  readonly details: Set<string>;
}

function groupOf(groups: Map<string, Group>, subject: string): Group {
  const known = groups.get(subject);
  if (known !== undefined) return known;
  const group: Group = { places: [], details: new Set() };
  groups.set(subject, group);
  return group;
}

function groupMisses(misses: readonly MissReport[], kind: string, onlyRun: boolean): Finding[] {
  const groups = new Map<string, Group>();
  const open = new Map<string, Group>();
  for (const miss of misses) {
    const group = groupOf(miss.unjudged === true ? open : groups, miss.expected);
    group.places.push(formatPlace(miss, null, onlyRun));
    if (miss.hint !== undefined) group.details.add(miss.hint);
  }
  return [...findingsOf(groups, kind, false), ...findingsOf(open, NOT_JUDGED, true)];
}

function groupCalls(
  calls: readonly CallReport[],
  verdict: CallVerdict,
  onlyRun: boolean,
): Finding[] {
  const groups = new Map<string, Group>();
  for (const call of calls) {
    if (call.verdict !== verdict) continue;
    const group = groupOf(groups, call.tool);
    group.places.push(formatPlace(call, call.call, onlyRun));
    if (call.hint !== undefined) group.details.add(call.hint);
    if (call.arguments !== undefined) group.details.add(`called with ${call.arguments}`);
  }
  const kind = verdict === 'unjudged' ? NOT_JUDGED : verdict.replaceAll('_', ' ');
  return findingsOf(groups, kind, OPEN.has(verdict));
}

function findingsOf(groups: ReadonlyMap<string, Group>, kind: string, isOpen: boolean): Finding[] {
  return [...groups].map(([subject, group]) => ({
    kind,
    isOpen,
    subject: name(subject, SUBJECT_LENGTH),
    places: joinPlaces(group.places),
    details: [...group.details].slice(0, DETAILS).map((detail) => prose(detail)),
  }));
}
