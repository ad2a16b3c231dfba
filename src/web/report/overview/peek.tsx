import type { JSX } from 'preact';
import { Foreign } from '../../components/foreign.tsx';
import { VerdictBadge } from '../../components/verdict-badge.tsx';
import { Words } from '../../components/words.tsx';
import type { Item } from '../data/items.ts';
import type { Measured, ReportSource } from '../data/report-source.ts';
import { verdictSentence } from '../detail/verdict-sentence.ts';
import { TracePanel } from '../trace/trace-panel.tsx';

/** The reason of a test or an eval beside the list: why it has its verdict, and its first run that fails. */
export function Peek({ item, href, source }: PeekParts): JSX.Element {
  const measured = source.useMeasured(item);
  return (
    <aside class="panel opened peek" aria-label="The selected test or eval" tabindex={-1}>
      <div class="trace-head">
        <VerdictBadge verdict={item.verdict} />
        <h2 class="peek-name">
          <a href={href}>
            <Foreign text={item.name} />
          </a>
        </h2>
      </div>
      {measured === null ? (
        <p class="soft">Reading the evidence…</p>
      ) : (
        <PeekBody item={item} measured={measured} source={source} />
      )}
    </aside>
  );
}

interface PeekParts {
  readonly item: Item;
  readonly href: string;
  readonly source: ReportSource;
}

function PeekBody({
  item,
  measured,
  source,
}: Omit<PeekParts, 'href'> & { readonly measured: Measured }): JSX.Element {
  const entry = source.useExample(item, measured);
  return (
    <>
      <p class="why">
        <Words text={verdictSentence(measured, item.failing)} />
      </p>
      {entry === null ? null : <TracePanel entry={entry} catalogs={measured.catalogs ?? []} />}
    </>
  );
}
