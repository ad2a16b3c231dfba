import type { JSX } from 'preact';
import { makeVisible } from '#reporters';
import type { ApiSide, ApiSides } from '#schema';
import { AddressContext, type Addresses } from '../../report/address/addresses.ts';
import { replaceAddress, visit } from '../address/use-address.ts';
import { useKept } from '../data/use-kept.ts';
import { Boundary } from '../frame/boundary.tsx';
import { AwaitView } from '../frame/states.tsx';
import type { ViewParts } from '../frame/view.ts';
import { SideList } from '../sides/side-list.tsx';
import { SidePair } from '../sides/side-pair.tsx';
import { ALL_TESTS, readSides, sidesAddress, type SidesRoute } from '../sides/sides-address.ts';
import { FiguresTable } from './figures-table.tsx';
import { RunsChoice } from './runs-choice.tsx';

/** Several runs, or the models of one run, in columns: every metric with its interval, and where they differ. */
export function ModelsPage({ query }: ViewParts): JSX.Element {
  const route = readSides(query);
  const key = route.runs.join(',');
  return (
    <div class="report">
      {route.runs.length === 0 || query.has('choose') ? (
        <RunsChoice chosen={route.runs} />
      ) : (
        <Boundary key={key} what="the runs" isView>
          <Sides route={route} />
        </Boundary>
      )}
    </div>
  );
}

function Sides({ route }: { readonly route: SidesRoute }): JSX.Element {
  const loaded = useKept<ApiSides>(`sides?runs=${encodeURIComponent(route.runs.join(','))}`);
  return (
    <AwaitView loaded={loaded} what="the runs">
      {(sides) => <SidesPage sides={sides} route={route} />}
    </AwaitView>
  );
}

const HOME_PATH = '/models';
/** The keys of the list go to addresses of this view. */
const ADDRESSES: Addresses = { format: () => HOME_PATH, replace: replaceAddress, visit };

function SidesPage({
  sides: { sides, rows },
  route,
}: {
  readonly sides: ApiSides;
  readonly route: SidesRoute;
}): JSX.Element {
  const titles = sides.map(titleOf);
  const worst = rows.toSorted((a, b) => (b.differing?.k ?? 0) - (a.differing?.k ?? 0))[0];
  const listed: SidesRoute = {
    ...route,
    eval: route.eval ?? (worst?.kind === 'eval' ? worst.name : ALL_TESTS),
  };
  const isOne = sides.length < 2;
  return (
    <AddressContext.Provider value={ADDRESSES}>
      <main class="page single models" data-opened={route.case === null ? undefined : ''}>
        <header class="verdict-line">
          <h1>Side by side</h1>
          <p class="why">
            <a href={`/models?choose=1&runs=${route.runs.join(',')}`}>Choose runs</a>
          </p>
        </header>
        {isOne ? (
          <p class="soft">This run has one model. Choose further runs to put beside it.</p>
        ) : null}
        <FiguresTable sides={sides} rows={rows} titles={titles} route={listed} />
        {isOne ? null : (
          <div class="models-cases">
            <SideList route={listed} base={HOME_PATH} />
            {route.case === null ? null : (
              <SidePair
                key={route.case}
                route={listed}
                titles={titles}
                closed={sidesAddress(HOME_PATH, listed, { case: null })}
              />
            )}
          </div>
        )}
      </main>
    </AddressContext.Provider>
  );
}

/** What a column is called: its model, or the number of its run and what else distinguishes it from the others. */
function titleOf({ run, model }: ApiSide): string {
  if (model !== null) return makeVisible(model);
  const { branch, commit } = run.revision ?? { branch: null, commit: '' };
  const revision = run.revision === null ? null : `${branch ?? ''}@${commit.slice(0, 7)}`;
  const date = run.startedAt.slice(0, 16).replace('T', ' ');
  return makeVisible(
    [`run ${run.id}`, run.name ?? revision, date].filter((part) => part !== null).join(' · '),
  );
}
