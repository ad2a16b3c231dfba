import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { formatNumber } from '#reporters';
import type { ApiDifference, ApiSideCase, ApiSideCases } from '#schema';
import { Chip } from '../../components/chip.tsx';
import { Panel } from '../../components/panel.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { useSteps } from '../../report/steps/use-steps.ts';
import { replaceAddress, visit } from '../address/use-address.ts';
import { useRows } from '../data/use-rows.ts';
import { SideRow } from './side-row.tsx';
import { ALL_TESTS, sidesAddress, sidesQuery, type SidesRoute } from './sides-address.ts';

const WORDS: Readonly<Record<ApiDifference, string>> = {
  worse: 'worse',
  better: 'better',
  differs: 'not the same',
  missing: 'not in all runs',
  unmeasured: 'not measured',
  same: 'the same',
};

/** Cases, or tests, in all columns: what differs first. */
export function SideList({ route, base }: ListParts): JSX.Element {
  const pages = useRows<ApiSideCase, ApiSideCases>(
    `sides/cases?${sidesQuery(route, { case: null })}`,
  );
  const first = pages?.first ?? null;
  const total = first?.total ?? 0;
  const field = useRef<HTMLInputElement>(null);
  const at = (change: Partial<SidesRoute>): string => sidesAddress(base, route, change);
  const row = route.case === null ? -1 : (pages?.find(({ id }) => id === route.case) ?? -1);
  const search = (query: string): void => replaceAddress(at({ query, case: null }));
  useSteps({
    count: total,
    row,
    hrefOf(next) {
      const row = pages?.at(next) ?? null;
      return row === null ? null : at({ case: row.id });
    },
    search,
    close: () => visit(at({ case: null })),
    field,
  });
  const noun = route.eval === ALL_TESTS ? 'Tests' : 'Cases';
  return (
    <Panel
      title={`${noun} side by side`}
      id="cases"
      class="cases-panel"
      controls={
        <span class="cases-search">
          <span class="soft small" role="status">
            {first === null ? 'Reading…' : formatNumber(total)}
          </span>
          <SearchField
            label="Search"
            value={route.query}
            onInput={search}
            fieldRef={field}
            shortcut="/"
          />
        </span>
      }
    >
      {first === null ? null : <Filters counts={first.counts} show={route.show} at={at} />}
      {first !== null && total === 0 ? (
        <p class="soft empty">
          {route.show === null ? 'Nothing differs. ' : `No ${noun.toLowerCase()} match. `}
          <a href={at({ show: 'all', query: '' })}>Show all</a>
        </p>
      ) : null}
      <VirtualList
        count={total}
        label={noun}
        current={row < 0 ? null : row}
        isFollowed={row >= 0}
        row={(i) => {
          const match = pages?.at(i) ?? null;
          return match === null ? (
            <span class="case soft">…</span>
          ) : (
            <SideRow
              each={match}
              words={WORDS[match.difference]}
              href={at({ case: match.id })}
              isCurrent={i === row}
            />
          );
        }}
      />
    </Panel>
  );
}

interface ListParts {
  readonly route: SidesRoute;
  /** The path of the view. */
  readonly base: '/compare' | '/models';
}

function Filters({
  counts,
  show,
  at,
}: {
  readonly counts: ApiSideCases['counts'];
  readonly show: string | null;
  readonly at: (change: Partial<SidesRoute>) => string;
}): JSX.Element {
  const differences = Object.entries(counts) as [ApiDifference, number][];
  const changed = differences
    .filter(([difference]) => difference !== 'same' && difference !== 'unmeasured')
    .reduce((sum, [, count]) => sum + count, 0);
  const all = differences.reduce((sum, [, count]) => sum + count, 0);
  return (
    <div class="chips" role="group" aria-label="Show">
      <Chip isOn={show === null || show === 'changed'} count={changed} href={at({ show: null })}>
        only changed
      </Chip>
      {differences.map(([difference, count]) =>
        count === 0 ? null : (
          <Chip
            key={difference}
            isOn={show === difference}
            count={count}
            href={at({ show: difference })}
          >
            {WORDS[difference]}
          </Chip>
        ),
      )}
      <Chip isOn={show === 'all'} count={all} href={at({ show: 'all' })}>
        all
      </Chip>
    </div>
  );
}
