import {
  type CallReport,
  type CallVerdict,
  type ClassReport,
  type EvalReport,
  OpenGates,
  type ScoreReport,
  type TestReport,
} from '#core';
import { name, prose, type Text } from '../document/index.ts';
import { formatCount, formatNumber } from '../values/value.ts';
import { keyOf, NO_COMPLAINT } from '../cases/case-faults.ts';
import { wheresOf } from '../cases/wheres.ts';
import { formatPlace, joinPlaces, type PlaceOf } from './places.ts';

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
  /** In how many runs or cases: `13 of 200 runs`, where the report counts them; `at least` where it lists only some. */
  readonly extent: string;
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
  /** Whether gates of the scorer did not hold. */
  readonly isReason: boolean;
}

const LISTED = 10;
const DETAILS = 2;
const SUBJECT_LENGTH = 120;
/** Runs and cases are listed with their whole arguments. */
const DETAIL_LENGTH = 200;

/** Verdicts that say what is not known of a call. */
const OPEN: ReadonlySet<string> = new Set<CallVerdict>(['redacted', 'unjudged']);

const NOT_JUDGED = 'not judged';

/**
 * What went wrong in a test or an eval, scorer by scorer: those whose gates did not hold first, judged ones last. The
 * same in several runs, or for several scorers, once.
 */
export function explain(measured: TestReport | EvalReport): readonly ScoreFindings[] {
  const onlyRun = measured.runs + measured.errors <= 1;
  const whereOf = wheresOf(measured);
  const placeOf: PlaceOf = (label, call) => formatPlace(label, call, onlyRun, whereOf(label));
  const all = new Map<string, ScoreFindings>();
  const open = new OpenGates(measured);
  const noun = 'cases' in measured ? 'case' : 'run';
  for (const score of inOrder(measured.scores, open)) {
    const isReason = open.areOf(score);
    const wording = { placeOf, noun, isWhole: isListedWhole(score) } as const;
    const explained = { ...explainScore(score, wording), isReason };
    if (explained.findings.length === 0) continue;
    const { scorer, isReason: _, ...same } = explained;
    const key = JSON.stringify(same);
    const other = all.get(key);
    all.set(
      key,
      other === undefined ? explained : { ...other, scorer: `${other.scorer}, ${scorer}` },
    );
  }
  return [...all.values()];
}

function inOrder(scores: readonly ScoreReport[], open: OpenGates): readonly ScoreReport[] {
  const placeOf = (score: ScoreReport): number =>
    2 * Number(score.judged) - Number(open.areOf(score));
  return scores.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** How findings of a scorer are worded. */
interface Wording {
  readonly placeOf: PlaceOf;
  readonly noun: 'run' | 'case';
  /** Whether the report lists every miss and every wrong call. */
  readonly isWhole: boolean;
}

function isListedWhole(score: ScoreReport): boolean {
  const listed = score.calls.filter(({ verdict }) => !NO_COMPLAINT.has(verdict)).length;
  return score.misses.total <= score.misses.items.length && countWrong(score) <= listed;
}

function explainScore(score: ScoreReport, wording: Wording): Omit<ScoreFindings, 'isReason'> {
  const wrong = score.calls.filter((call) => !NO_COMPLAINT.has(call.verdict));
  const findings = [
    ...groupMisses(score, wording),
    ...[...new Set(wrong.map((call) => call.verdict))].flatMap((verdict) =>
      groupCalls(wrong, verdict, wording),
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
  readonly labels: Set<string>;
}

function groupOf(groups: Map<string, Group>, subject: string): Group {
  const known = groups.get(subject);
  if (known !== undefined) return known;
  const group: Group = { places: [], details: new Set(), labels: new Set() };
  groups.set(subject, group);
  return group;
}

function groupMisses({ misses, judged, classes = [] }: ScoreReport, wording: Wording): Finding[] {
  const groups = new Map<string, Group>();
  const open = new Map<string, Group>();
  for (const miss of misses.items) {
    const group = groupOf(miss.unjudged === true ? open : groups, miss.expected);
    group.places.push(wording.placeOf(miss, null));
    group.labels.add(keyOf(miss));
    if (miss.hint !== undefined) group.details.add(miss.hint);
  }
  const kind = judged ? 'not met' : 'missed';
  const counts = new Map(classes.map((each) => [each.name, each]));
  return [
    ...findingsOf(groups, kind, wording, { counts }),
    ...findingsOf(open, NOT_JUDGED, wording, { isOpen: true }),
  ];
}

function groupCalls(
  calls: readonly CallReport[],
  verdict: CallVerdict,
  wording: Wording,
): Finding[] {
  const groups = new Map<string, Group>();
  for (const call of calls) {
    if (call.verdict !== verdict) continue;
    const group = groupOf(groups, call.tool);
    group.places.push(wording.placeOf(call, call.call));
    group.labels.add(keyOf(call));
    if (call.hint !== undefined) group.details.add(call.hint);
    if (call.arguments !== undefined) group.details.add(`called with ${call.arguments}`);
  }
  const kind = verdict === 'unjudged' ? NOT_JUDGED : verdict.replaceAll('_', ' ');
  return findingsOf(groups, kind, wording, { isOpen: OPEN.has(verdict) });
}

function findingsOf(
  groups: ReadonlyMap<string, Group>,
  kind: string,
  { noun, isWhole }: Wording,
  options: { readonly isOpen?: boolean; readonly counts?: ReadonlyMap<string, ClassReport> },
): Finding[] {
  const { isOpen = false, counts } = options;
  const sizeOf = ([subject, { labels }]: readonly [string, Group]): number =>
    counts?.get(subject)?.misses ?? labels.size;
  const extentOf = (subject: string, { labels }: Group): string => {
    const counted = counts?.get(subject);
    return counted === undefined
      ? `${isWhole ? '' : 'at least '}${formatCount(labels.size, noun)}`
      : `${formatNumber(counted.misses)} of ${formatCount(counted.hits + counted.misses, noun)}`;
  };
  // What happens most often comes first; the order of the report decides between equals.
  const frequent = [...groups].toSorted((a, b) => sizeOf(b) - sizeOf(a));
  return frequent.map(([subject, group]) => ({
    kind,
    isOpen,
    subject: name(subject, SUBJECT_LENGTH),
    places: joinPlaces(group.places),
    extent: extentOf(subject, group),
    details: [...group.details].slice(0, DETAILS).map((detail) => prose(detail, DETAIL_LENGTH)),
  }));
}
