import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type ApiSession, VIEW_PATHS } from '#schema';
import { KeyHelp } from '../components/key-help.tsx';
import { listBindings, useKeys } from '../components/keys.ts';
import { matchPath } from './address/match-path.ts';
import { useAddress } from './address/use-address.ts';
import { useApi } from './data/use-api.ts';
import { Bar } from './bar.tsx';
import { AwaitView, Empty } from './frame/states.tsx';
import type { View } from './frame/view.ts';
import { TourButton } from './tour/tour-button.tsx';
import { loadPlace, type TourPlace } from './tour/tour-state.ts';
import { TOUR_STEPS } from './tour/tour-steps.ts';
import { Tour } from './tour/tour.tsx';
import { VIEWS } from './views.ts';

/** The web app: a bar with its views, and the view that the address names. */
export function App(): JSX.Element {
  const session = useApi<ApiSession>('session');
  return (
    <AwaitView loaded={session} what="the session">
      {(value) => <Frame session={value} />}
    </AwaitView>
  );
}

function Frame({ session }: { readonly session: ApiSession }): JSX.Element {
  const address = useAddress();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [place, setPlace] = useState<TourPlace>(() => loadPlace(TOUR_STEPS.length));
  const hasTour = session.isDemo && session.role === 'admin';
  const match = findView(address.path, session);
  const isWhole = match?.view.isWhole === true;
  useKeys(isWhole ? [] : [{ keys: ['?'], words: 'this help', run: () => setHelpOpen(true) }]);
  useEffect(() => {
    document.title = `${match?.view.title ?? 'Not found'} · ${session.project} · whichtool`;
  }, [match?.view.title]);
  return (
    <>
      {isWhole ? null : (
        <Bar session={session} view={match?.view ?? null} onHelp={() => setHelpOpen(true)}>
          {hasTour && place === null ? <TourButton setPlace={setPlace} /> : null}
        </Bar>
      )}
      {match === null ? (
        <main class="view">
          <Empty title="There is no such page." isView>
            <p>
              <a href="/">To the overview</a>
            </p>
          </Empty>
        </main>
      ) : (
        <match.view.Show
          key={match.view.name}
          parameters={match.parameters}
          query={address.query}
          session={session}
        />
      )}
      {hasTour ? (
        <Tour
          place={place}
          setPlace={setPlace}
          path={address.path + (address.query.size === 0 ? '' : `?${address.query.toString()}`)}
          isView={(to) => findView(new URL(to, location.href).pathname, session) !== null}
        />
      ) : null}
      {isHelpOpen ? <KeyHelp bindings={listBindings()} onClose={() => setHelpOpen(false)} /> : null}
    </>
  );
}

interface Match {
  readonly view: View;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The view of an address that the visitor may open. */
function findView(path: string, { role }: ApiSession): Match | null {
  for (const view of VIEWS) {
    const parameters = matchPath(VIEW_PATHS[view.name], path);
    if (parameters !== null && view.access.includes(role)) return { view, parameters };
  }
  return null;
}
