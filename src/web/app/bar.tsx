import type { ComponentChildren, JSX } from 'preact';
import { type ApiSession, VIEW_PATHS } from '#schema';
import { Button } from '../components/button.tsx';
import { Foreign } from '../components/foreign.tsx';
import { Kbd } from '../components/kbd.tsx';
import { ThemeButton } from '../components/theme.tsx';
import type { View } from './frame/view.ts';
import { VIEWS } from './views.ts';

/** The bar at the top: the views that the visitor may open, and who the visitor is. */
export function Bar({
  session,
  view,
  onHelp,
  children,
}: {
  readonly session: ApiSession;
  readonly view: View | null;
  readonly onHelp: () => void;
  /** What else can be pressed, beside who the visitor is. */
  readonly children?: ComponentChildren;
}): JSX.Element {
  const tabs = VIEWS.filter(
    ({ tab, access }) => tab !== undefined && access.includes(session.role),
  );
  const current = view?.under ?? view?.name;
  return (
    <header class="bar">
      <b class="brand">whichtool</b>
      <nav aria-label="Views">
        {tabs.map(({ name, tab }) => (
          <a
            key={name}
            href={VIEW_PATHS[name]}
            aria-current={name === current ? 'page' : undefined}
          >
            {tab}
          </a>
        ))}
      </nav>
      <span class="space" />
      <span class="origin soft small cut">
        <Foreign text={session.project} />
        {session.reviewer === null ? null : (
          <>
            {' · '}
            <Foreign text={session.reviewer} />
          </>
        )}
      </span>
      {children}
      <ThemeButton />
      <Button look="quiet" aria-label="Keys" title="Keys" onClick={onHelp}>
        <Kbd keys="?" />
      </Button>
    </header>
  );
}
