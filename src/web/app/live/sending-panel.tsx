import type { JSX } from 'preact';
import type { ApiLive } from '#schema';
import { CopyButton } from '../../components/copy-button.tsx';
import { Lines } from '../../components/foreign.tsx';

/** What to set in the environment of an agent, to copy. */
export function SendingHelp({ environment }: Pick<ApiLive, 'environment'>): JSX.Element {
  const text = environment.map(([name, value]) => `export ${name}='${value}'`).join('\n');
  return (
    <div class="live-sending">
      <p>Start the agent with these variables. Any OpenTelemetry SDK reads them.</p>
      <pre tabindex={0} aria-label="Environment variables">
        <Lines text={text} />
      </pre>
      <CopyButton look="primary" title="Copy the environment variables" text={() => `${text}\n`}>
        Copy
      </CopyButton>
      <p class="soft small">
        The token only lets programs send. It stays the same for this project; deleting{' '}
        <code>.whichtool/link-secret</code> revokes it.
      </p>
    </div>
  );
}
