import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { ApiSuite } from '#schema';
import { Button } from '../../../../components/button.tsx';
import { CopyButton } from '../../../../components/copy-button.tsx';
import { Foreign, Name } from '../../../../components/foreign.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { sendJson } from '../../../data/api.ts';
import { cutDiff, type DiffLine, diffLines } from './diff-lines.ts';

/** The changed text: what differs from the file, and ways to take it along. */
export function ExportPanel({ suite, text, isUsable, onWritten }: ExportParts): JSX.Element {
  const lines = useMemo(() => cutDiff(diffLines(suite.text, text)), [suite.text, text]);
  const [outcome, setOutcome] = useState<{ isBad: boolean; words: string } | null>(null);
  const [isWriting, setWriting] = useState(false);
  const isChanged = suite.text !== text;
  const write = async (): Promise<void> => {
    setWriting(true);
    try {
      const path = `suites/${encodeURIComponent(suite.file)}`;
      const body = { text, sha256: suite.sha256 };
      const { sha256 } = await sendJson<{ sha256: string }>('PUT', path, body);
      setOutcome({ isBad: false, words: `${suite.file} was written.` });
      onWritten(sha256);
    } catch (error) {
      setOutcome({ isBad: true, words: (error as Error).message });
    } finally {
      setWriting(false);
    }
  };
  return (
    <Panel title="Changes of the file" class="export-panel">
      {isChanged ? <Diff lines={lines} /> : <p class="soft">Nothing is changed yet.</p>}
      <div class="edit-row">
        <CopyButton text={() => text} title="Copy the whole suite as YAML">
          Copy YAML
        </CopyButton>
        <Button class="small" disabled={!isChanged} onClick={() => download(suite.file, text)}>
          Download
        </Button>
        <Button
          class="small"
          look="primary"
          disabled={!isChanged || !isUsable || isWriting}
          title={isUsable ? 'Replaces the file' : 'The suite has errors'}
          onClick={() => void write()}
        >
          Write to <Name text={suite.file} />
        </Button>
      </div>
      {outcome === null ? null : (
        <p class={outcome.isBad ? 'bad' : 'good'} role="status">
          {outcome.isBad ? '✗ ' : '✓ '}
          <Foreign text={outcome.words} />
        </p>
      )}
    </Panel>
  );
}

interface ExportParts {
  readonly suite: ApiSuite;
  readonly text: string;
  /** Whether the text can be run. */
  readonly isUsable: boolean;
  /** The file has the text now; with the hash of its bytes. */
  readonly onWritten: (sha256: string) => void;
}

const SIGNS = { same: ' ', gone: '-', came: '+' } as const;

function Diff({ lines }: { readonly lines: readonly (DiffLine | null)[] }): JSX.Element {
  return (
    <div class="diff mono" tabindex={0} role="region" aria-label="What differs from the file">
      {lines.map((line, i) =>
        line === null ? (
          <div key={i} class="soft">
            …
          </div>
        ) : (
          <div key={i} class={line.kind}>
            <span aria-hidden="true">{SIGNS[line.kind]} </span>
            {line.kind === 'same' ? null : (
              <span class="unseen">{line.kind === 'gone' ? 'removed: ' : 'added: '}</span>
            )}
            <Foreign text={line.text} />
          </div>
        ),
      )}
    </div>
  );
}

/** Saves a text as a file under the name of the suite. */
function download(file: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/yaml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = file.split('/').at(-1) ?? 'whichtool.yaml';
  link.click();
  URL.revokeObjectURL(url);
}
