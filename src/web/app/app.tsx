import type { JSX } from 'preact';
import { RunsPage } from './runs-page.tsx';
import { useApi } from './use-api.ts';

interface Session {
  readonly project: string;
  readonly version: string;
}

/** The web app. */
export function App(): JSX.Element {
  const session = useApi<Session>('session');
  if (session.state === 'loading') return <p role="status">Loading…</p>;
  if (session.state === 'failed') return <p role="alert">{session.error.message}</p>;
  const { project, version } = session.value;
  return (
    <>
      <header class="top">
        <b>whichtool</b>
        <span class="soft">{version}</span>
      </header>
      <main>
        <h1>{project}</h1>
        <RunsPage />
      </main>
    </>
  );
}
