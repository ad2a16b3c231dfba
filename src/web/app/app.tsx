import type { JSX } from 'preact';
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
  return (
    <main>
      <h1>{session.value.project}</h1>
    </main>
  );
}
