import type { Capped, CellChange, Comparison, PartComparison, Share, Verdict } from '#core';
import {
  CHANGE_TITLES,
  type Detail,
  detailsOf,
  directionTitles,
  generalDetails,
  runsText,
} from '../comparison/details.ts';
import { headlineOf, sentenceOf } from '../comparison/sentence.ts';
import { toneOf, toneOfAll, verdictText } from '../comparison/wording.ts';

/** A comparison in words, as every sink has them: a page shows it without the code that words it. */
export interface IndexComparison {
  readonly tone: Verdict;
  readonly headline: string;
  readonly parts: readonly IndexPart[];
  /** What concerns no part. */
  readonly general: readonly Detail[];
}

/** All tests, or the cases of one eval. */
export interface IndexPart {
  readonly kind: PartComparison['kind'];
  readonly name: string;
  readonly tone: Verdict;
  readonly verdict: string;
  readonly sentence: string;
  /** Absent where nothing was compared. */
  readonly shares?: { readonly before: Share; readonly after: Share };
  readonly worse: IndexChanges;
  readonly better: IndexChanges;
  readonly cells?: Capped<CellChange>;
  readonly details: readonly Detail[];
}

/** Tests or cases that changed one way, each with what is said about its runs. */
export interface IndexChanges {
  readonly title: string;
  readonly total: number;
  readonly items: readonly (readonly [id: string, runs: string])[];
}

/** Words a comparison. */
export function indexComparison(comparison: Comparison): IndexComparison {
  return {
    tone: toneOfAll(comparison),
    headline: headlineOf(comparison),
    parts: comparison.parts.map(indexPart),
    general: generalDetails(comparison),
  };
}

function indexPart(part: PartComparison): IndexPart {
  const [worse, better] = directionTitles(part);
  const { kind, name, cells, before, after, pairs } = part;
  return {
    kind,
    name,
    tone: toneOf(part),
    verdict: verdictText(part),
    sentence: sentenceOf(part),
    ...(pairs === 0 ? {} : { shares: { before, after } }),
    worse: changesOf(part, 'worse', worse),
    better: changesOf(part, 'better', better),
    ...(cells === undefined ? {} : { cells }),
    details: detailsOf(part, false).filter(({ title }) => title !== CHANGE_TITLES.cells),
  };
}

function changesOf(part: PartComparison, which: 'worse' | 'better', title: string): IndexChanges {
  const items = part.changes.items.filter(({ change }) => change === which);
  return {
    title,
    total: part[which],
    items: items.map((change) => [change.id, runsText(change)] as const),
  };
}
