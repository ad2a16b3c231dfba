import type { JSX } from 'preact';
import { NO_FILTER } from '#core';
import {
  formatNumber,
  formatValue,
  type IndexChanges,
  type IndexComparison,
  type IndexPart,
} from '#reporters';
import { Foreign, Name } from '../../components/foreign.tsx';
import { IntervalBar } from '../../components/interval-bar.tsx';
import { Panel } from '../../components/panel.tsx';
import { VerdictSign } from '../../components/verdict-badge.tsx';
import { Words } from '../../components/words.tsx';
import { useAddresses } from '../address/addresses.ts';
import { HOME } from '../address/route.ts';
import type { Item } from '../data/items.ts';
import { CellChanges } from './cell-changes.tsx';

/** This run against its baseline, part by part: how sure a difference is, then what changed. */
export function ComparedPage({ compared, items }: ComparedParts): JSX.Element {
  const { tone, headline } = compared;
  return (
    <main class="page single">
      <header class="verdict-line">
        <h1 class={`verdict ${tone}`}>
          <VerdictSign verdict={tone} /> {headline}
        </h1>
        <p class="why">This run against its baseline.</p>
      </header>
      <ComparedReasons compared={compared} items={items} />
    </main>
  );
}

/** What a comparison found, part by part. */
export function ComparedReasons({ compared, items }: ComparedParts): JSX.Element {
  const { parts, general } = compared;
  return (
    <>
      {parts.map((part, i) => (
        <Part key={i} part={part} items={items} />
      ))}
      {general.length === 0 ? null : (
        <Panel title="In one report only, or made otherwise">
          <Details details={general} />
        </Panel>
      )}
    </>
  );
}

interface ComparedParts {
  readonly compared: IndexComparison;
  readonly items: readonly Item[];
}

interface PartParts {
  readonly part: IndexPart;
  readonly items: readonly Item[];
}

function Part({ part, items }: PartParts): JSX.Element {
  const { name, tone, verdict, sentence, shares, cells, details } = part;
  return (
    <Panel
      title={
        <>
          <VerdictSign verdict={tone} /> <Foreign text={name} class="part-name" />
        </>
      }
      controls={<span class={`verdict ${tone}`}>{verdict}</span>}
    >
      <p>{sentence}</p>
      {shares === undefined ? null : <Shares shares={shares} tone={tone} />}
      <Changes part={part} which="worse" items={items} />
      <Changes part={part} which="better" items={items} />
      {cells === undefined ? null : <CellChanges cells={cells} />}
      <Details details={details} />
    </Panel>
  );
}

function Shares({
  shares,
  tone,
}: {
  readonly shares: NonNullable<IndexPart['shares']>;
  readonly tone: IndexPart['tone'];
}): JSX.Element {
  return (
    <div class="shares">
      {(['before', 'after'] as const).map((which) => {
        const { k, n, rate, interval } = shares[which];
        return (
          <p key={which} class="share-line">
            <span class="soft">{which}</span>
            <b>{formatValue(rate, 'ratio')}</b>
            <IntervalBar
              value={rate}
              interval={interval}
              max={1}
              tone={which === 'after' ? tone : 'plain'}
            />
            <span class="soft">{`${formatNumber(k)} of ${formatNumber(n)}`}</span>
          </p>
        );
      })}
    </div>
  );
}

function Changes({
  part,
  which,
  items,
}: PartParts & { readonly which: 'worse' | 'better' }): JSX.Element | null {
  const { format } = useAddresses();
  const { title, total, items: changes }: IndexChanges = part[which];
  if (total === 0) return null;
  const owner = items.find(({ kind, name }) => kind === 'eval' && name === part.name);
  const hrefOf = (id: string): string | null => {
    if (part.kind === 'tests') {
      const test = items.find(({ kind, name }) => kind === 'test' && name === id);
      return test === undefined ? null : format({ ...HOME, item: test.place }, items);
    }
    if (owner === undefined) return null;
    const filter = { ...NO_FILTER, changed: which };
    return format({ ...HOME, item: owner.place, entry: id, filter }, items);
  };
  return (
    <div class="detail">
      <h3 class={which === 'worse' ? 'bad' : 'good'}>{`${title} ${formatNumber(total)}`}</h3>
      <ul class="names">
        {changes.map(([id, runs], i) => {
          const href = hrefOf(id);
          const name = <Name text={id} />;
          return (
            <li key={i}>
              {href === null ? name : <a href={href}>{name}</a>}
              {runs}
            </li>
          );
        })}
      </ul>
      <More total={total} shown={changes.length} />
    </div>
  );
}

function Details({ details }: { readonly details: IndexPart['details'] }): JSX.Element {
  return (
    <>
      {details.map(({ title, total, items }) => (
        <details key={title} class="detail" open={items.length <= 12}>
          <summary>
            <h3>{`${title} ${formatNumber(total)}`}</h3>
          </summary>
          <ul class="names">
            {items.map((text, i) => (
              <li key={i}>
                <Words text={text} />
              </li>
            ))}
          </ul>
          <More total={total} shown={items.length} />
        </details>
      ))}
    </>
  );
}

function More({
  total,
  shown,
}: {
  readonly total: number;
  readonly shown: number;
}): JSX.Element | null {
  return total > shown ? (
    <p class="soft small">{`and ${formatNumber(total - shown)} more`}</p>
  ) : null;
}
