import type { JSX } from 'preact';
import { formatNeed, formatNumber, formatValue } from '#reporters';
import { Foreign, Name } from '../../components/foreign.tsx';
import { IntervalBar } from '../../components/interval-bar.tsx';
import { VerdictSign } from '../../components/verdict-badge.tsx';
import type { Item, ItemGate } from '../data/items.ts';
import { scaleOf } from '../figures/gate-scale.ts';

const NAMED = 3;

/** A test or an eval in one row: its name and what is wrong, its gate, how many runs or cases fail. */
export function ItemRow({ item, words, href, isCurrent }: ItemParts): JSX.Element {
  const { verdict, name, gate } = item;
  return (
    <a class={`item ${verdict}`} href={href} aria-current={isCurrent ? 'true' : undefined}>
      <VerdictSign verdict={verdict} />
      <span class="item-name cut">
        <Foreign text={name} class="strong cut" />
        <Faults item={item} words={words} />
      </span>
      {gate === null ? (
        <span class="item-gate soft">no gate</span>
      ) : (
        <RowGate item={item} gate={gate} />
      )}
      <span class="item-count soft">{countText(item)}</span>
    </a>
  );
}

interface ItemParts {
  readonly item: Item;
  readonly words: readonly string[];
  readonly href: string;
  readonly isCurrent: boolean;
}

function Faults({ item, words }: Pick<ItemParts, 'item' | 'words'>): JSX.Element | null {
  const { missed, unexpected } = item;
  if (missed.length + unexpected.length === 0) return null;
  return (
    <span class="item-faults cut soft small">
      {missed.length === 0 ? null : (
        <>
          missed <NameList places={missed} words={words} />
        </>
      )}
      {missed.length > 0 && unexpected.length > 0 ? ' · ' : null}
      {unexpected.length === 0 ? null : (
        <>
          unexpected <NameList places={unexpected} words={words} />
        </>
      )}
    </span>
  );
}

function NameList({
  places,
  words,
}: {
  readonly places: readonly number[];
  readonly words: readonly string[];
}): JSX.Element {
  const more = places.length - NAMED;
  return (
    <>
      {places.slice(0, NAMED).map((place, i) => (
        <>
          {i === 0 ? '' : ', '}
          <Name key={place} text={words[place] ?? ''} />
        </>
      ))}
      {more > 0 ? ` and ${formatNumber(more)} more` : null}
    </>
  );
}

function RowGate({ item, gate }: { readonly item: Item; readonly gate: ItemGate }): JSX.Element {
  const { observed, interval, value, unit, outcome, metric } = gate;
  const scale = scaleOf(gate);
  const others = item.gates.all - 1;
  return (
    <span class={`item-gate ${outcome}`}>
      <b>{formatValue(observed, unit)}</b>
      <IntervalBar
        value={observed === null ? null : scale.of(observed)}
        interval={interval}
        ticks={(typeof value === 'number' ? [value] : value).map(scale.of)}
        max={scale.max}
        tone={outcome}
      />
      <span class="soft small cut">
        <Name text={metric} />
        {` needs ${formatNeed(gate)}${others > 0 ? ` · ${formatNumber(item.gates.open)} of ${formatNumber(item.gates.all)} gates open` : ''}`}
      </span>
    </span>
  );
}

/** How many runs or cases fail, of how many; of a test that passes, how many runs meet every gate alone. */
function countText({ kind, verdict, gates, failing: { k, n }, errors }: Item): string {
  const noun = kind === 'eval' ? 'case' : 'run';
  const missing = errors === 0 ? '' : ` · ${formatNumber(errors)} not measured`;
  if (k === 0) return `${formatNumber(n)} ${noun}${n === 1 ? '' : 's'}${missing}`;
  const plural = n === 1 ? '' : 's';
  if (kind === 'test' && verdict === 'pass' && gates.all > 0)
    return `${formatNumber(n - k)} of ${formatNumber(n)} ${noun}${plural} meet every gate alone${missing}`;
  return `${formatNumber(k)} of ${formatNumber(n)} ${noun}${plural} ${k === 1 ? 'fails' : 'fail'}${missing}`;
}
