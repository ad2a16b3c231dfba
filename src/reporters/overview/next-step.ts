import { EXTRA_LABEL, NONE_LABEL, type Verdict } from '#core';
import { concat, name, type Text } from '../document/index.ts';
import { formatCount, formatNeed, formatNumber, formatValue } from '../values/value.ts';
import { WORST_FIRST } from '../wording/headline.ts';
import type { ConfusionSummary, EntrySummary, RunSummary } from '#schema';

/** What to do next about a run, in one sentence. */
export interface NextStep {
  readonly text: Text;
  /** The cases that show it; null where there are none to open. */
  readonly cases: CasesToOpen | null;
}

/** Cases of a test or an eval, as the filter of a list names them. */
export interface CasesToOpen {
  /** The place of the test or eval in the report. */
  readonly entry: number;
  readonly verdict?: Verdict;
  readonly expected?: string;
  readonly called?: string;
}

/** Decides what to do first. The worst verdict decides; `before` is the run before, where there is one. */
export function nextStep(
  { entries, moreEntries }: RunSummary,
  before: RunSummary | null,
): NextStep {
  const worst = WORST_FIRST.find((verdict) => entries.some((entry) => entry.verdict === verdict));
  const open = entries.filter(({ verdict }) => verdict === worst);
  const [first] = open;
  if (worst === undefined || first === undefined)
    return { text: 'Measure something: the run selected no test and no eval.', cases: null };
  if (worst === 'fail') return fixFirst(open, before);
  if (worst === 'error') return measureFirst(first);
  if (worst === 'inconclusive') return collectFirst(first);
  return watchNext(entries, moreEntries);
}

/** A confusion of a test or eval, and how often the run before had it. */
interface Candidate {
  readonly entry: EntrySummary;
  readonly cell: ConfusionSummary;
  /** Null where the run before does not have the eval. */
  readonly before: number | null;
}

function fixFirst(open: readonly EntrySummary[], before: RunSummary | null): NextStep {
  const [worst] = candidatesOf(open, before);
  if (worst !== undefined) {
    const earlier = earlierText(worst);
    return {
      text: concat('Fix first: ', cellText(worst.cell), earlier, '; open these cases.'),
      cases: cellCases(worst),
    };
  }
  const missed = open
    .flatMap((entry) => entry.tools.map((tool) => ({ entry, tool })))
    .toSorted((a, b) => b.tool.missed - a.tool.missed)[0];
  if (missed !== undefined) {
    const { entry, tool } = missed;
    const noun = entry.kind === 'eval' ? 'case' : 'run';
    const counted =
      tool.expected === null
        ? formatCount(tool.missed, noun)
        : `${formatNumber(tool.missed)} of ${formatCount(tool.expected, noun)}`;
    return {
      text: concat(
        'Fix first: ',
        name(tool.name),
        ` was missed in ${counted} of `,
        name(entry.name),
        '; open these.',
      ),
      cases: { entry: entry.place, verdict: 'fail' },
    };
  }
  const [entry] = open as readonly [EntrySummary];
  return { text: gateText(entry), cases: { entry: entry.place, verdict: 'fail' } };
}

/** Confusions of the evals, those that grew most since the run before first where it passed, otherwise the most frequent. */
function candidatesOf(
  open: readonly EntrySummary[],
  before: RunSummary | null,
): readonly Candidate[] {
  const candidates = open.flatMap((entry) => {
    const earlier = before?.entries.find(
      (each) => each.name === entry.name && each.kind === entry.kind,
    );
    return entry.confusions.map((cell) => ({
      entry,
      cell,
      before: earlier === undefined ? null : countOf(earlier, cell),
      weight: earlier?.verdict === 'pass' ? cell.count - countOf(earlier, cell) : cell.count,
    }));
  });
  return candidates.toSorted((a, b) => b.weight - a.weight || b.cell.count - a.cell.count);
}

function countOf({ confusions }: EntrySummary, { expected, observed }: ConfusionSummary): number {
  const cell = confusions.find((each) => each.expected === expected && each.observed === observed);
  return cell?.count ?? 0;
}

function earlierText({ cell, before }: Candidate): string {
  if (before === null || before === cell.count) return '';
  return before === 0
    ? ' (none in the run before)'
    : ` (${formatNumber(before)} in the run before)`;
}

/** A cell of the confusion matrix as the subject of a sentence. */
function cellText({ expected, observed, count, support }: ConfusionSummary): Text {
  const called = name(observed);
  if (expected === EXTRA_LABEL)
    return concat(`${formatCount(count, 'call')} of `, called, ' beyond what was asked for');
  const of =
    support === 0 ? formatNumber(count) : `${formatNumber(count)} of ${formatNumber(support)}`;
  if (expected === NONE_LABEL) return concat(`${of} that need no tool went to `, called);
  if (observed === NONE_LABEL) return concat(`${of} `, name(expected), ' got no call');
  return concat(`${of} `, name(expected), ' went to ', called);
}

function cellCases({ entry, cell }: Candidate): CasesToOpen {
  return { entry: entry.place, expected: cell.expected, called: cell.observed };
}

function gateText({ name: of, metrics }: EntrySummary): Text {
  for (const { id, unit, value, gates } of metrics)
    for (const gate of gates)
      if (gate.outcome === 'fail')
        return concat(
          'Fix first: ',
          name(id),
          ' of ',
          name(of),
          value === null ? '' : ` is ${formatValue(value, unit)},`,
          ` needs ${formatNeed({ ...gate, unit })}; open what fails.`,
        );
  return concat('Fix first: ', name(of), ' fails; open what fails.');
}

function measureFirst({ name: of, kind, errors, errorCode, place }: EntrySummary): NextStep {
  const counted = formatCount(errors, kind === 'eval' ? 'case' : 'run');
  return {
    text: concat(
      'Measure first: ',
      errors === 0 ? 'a gate' : counted,
      ' of ',
      name(of),
      ' could not be measured',
      errorCode === null ? '' : concat(' (', name(errorCode), ')'),
      '; open the reason.',
    ),
    cases: { entry: place, verdict: 'error' },
  };
}

function collectFirst({ name: of, runs, kind, place }: EntrySummary): NextStep {
  const noun = kind === 'eval' ? 'case' : 'run';
  const text = concat(
    'Collect more: ',
    `${formatCount(runs, noun)} of `,
    name(of),
    ' are too few to decide its gates.',
  );
  return { text, cases: { entry: place } };
}

function watchNext(entries: readonly EntrySummary[], more: number): NextStep {
  const ungated = entries.find(({ metrics }) => metrics.every(({ gates }) => gates.length === 0));
  if (ungated !== undefined)
    return {
      text: concat('Set a gate: ', name(ungated.name), ' passes whatever is measured.'),
      cases: { entry: ungated.place },
    };
  const [cell] = candidatesOf(entries, null);
  if (cell !== undefined)
    return {
      text: concat('All gates hold; the most frequent confusion left: ', cellText(cell.cell), '.'),
      cases: cellCases(cell),
    };
  const isAll = entries.length === 1 && more === 0;
  const held = isAll ? 'Its gates hold' : 'All gates hold';
  const failing = entries.find(({ passing: { k, n } }) => k < n);
  if (failing !== undefined) return lookAt(failing, held);
  return {
    text: `${held} and no confusion is left: add harder cases or stricter gates.`,
    cases: null,
  };
}

/** Runs or cases that fail, though the gates on all of them hold. */
function lookAt(
  { name: of, kind, place, passing: { k, n } }: EntrySummary,
  held: string,
): NextStep {
  const failing = `${formatNumber(n - k)} of ${formatCount(n, kind === 'eval' ? 'case' : 'run')}`;
  return {
    text: concat(`${held}; ${failing} of `, name(of), ' fail: open these.'),
    cases: { entry: place, verdict: 'fail' },
  };
}
