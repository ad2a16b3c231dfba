import type { JSX } from 'preact';
import type { ReportIndex } from '#reporters';
import { Foreign, Name } from '../../components/foreign.tsx';
import { VerdictBadge } from '../../components/verdict-badge.tsx';
import { Words } from '../../components/words.tsx';
import type { Measured } from '../data/report-source.ts';
import type { Item } from '../data/items.ts';
import { AgainstBaseline } from '../compared/against-baseline.tsx';
import { verdictSentence } from './verdict-sentence.ts';

/** The verdict of a test or an eval and why. Of a lone one it is that of the report, which may be worse. */
export function ItemVerdict({ item, items, measured, index }: VerdictParts): JSX.Element {
  const isAlone = items.length === 1;
  const { reasons, about } = index;
  const verdict = isAlone ? about.verdict : measured.verdict;
  const isExplained = !isAlone || (verdict === measured.verdict && reasons.length === 1);
  return (
    <header class="verdict-line">
      <VerdictBadge verdict={verdict} />
      <h1>
        <Foreign text={measured.name} />
      </h1>
      <p class="why">
        <Words text={verdictSentence(measured, item.failing)} />
      </p>
      {isExplained ? null : <p class="why">{`${reasons.join(' · ')}.`}</p>}
      {isAlone ? <AgainstBaseline index={index} items={items} /> : null}
      {measured.suite === null ? null : (
        <p class="declared soft small">
          <Name text={`${measured.suite.file}:${measured.suite.line}`} />
        </p>
      )}
    </header>
  );
}

interface VerdictParts {
  readonly item: Item;
  readonly items: readonly Item[];
  readonly measured: Measured;
  readonly index: ReportIndex;
}
