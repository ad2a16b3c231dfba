import type { JSX } from 'preact';
import { Button } from '../../components/button.tsx';
import { MarkdownView } from '../guide/markdown-view.tsx';

/** The guide beside the case, with the version that comes back with the labels. */
export function GuidePanel({
  guide,
  hash,
  onClose,
}: {
  readonly guide: string;
  readonly hash: string | null;
  readonly onClose: () => void;
}): JSX.Element {
  return (
    <aside class="guide" id="guide" aria-label="Guide" tabindex={0}>
      <div class="panel-head">
        <h2>
          Guide{' '}
          {hash === null ? null : (
            <span class="version" title={hash}>
              version <code>{hash.slice(0, 7)}</code>
            </span>
          )}
        </h2>
        <Button look="quiet" class="small" onClick={onClose}>
          Close
        </Button>
      </div>
      <MarkdownView text={guide} />
    </aside>
  );
}
