import type { JSX } from 'preact';
import { formatCount } from '#reporters';
import { CopyButton } from '../../components/copy-button.tsx';
import type { ExportedFile } from '../session/export-file.ts';
import { Modal } from './modal.tsx';
import { useSheet } from '../context/sheet-context.tsx';

/** What was exported, what is not in the file, and what to do with it. */
export function ExportDialog({
  file,
  onClose,
}: {
  readonly file: ExportedFile;
  readonly onClose: () => void;
}): JSX.Element {
  const { session } = useSheet();
  const { open, draft, skipped, changed } = session.counts();
  const missing = [
    open > 0 ? `${open} open` : '',
    draft > 0 ? `${draft} with a draft` : '',
    skipped > 0 ? `${skipped} skipped` : '',
  ].filter(Boolean);
  return (
    <Modal title="Exported" onClose={onClose}>
      <p>
        {formatCount(file.lines.length, 'saved answer')} in <code>{file.name}</code>, in the folder
        of your downloads. Earlier files stay as they are.
      </p>
      {missing.length === 0 ? null : <p class="soft">Not in the file: {missing.join(', ')}.</p>}
      {changed === 0 ? null : (
        <p class="warn">
          {formatCount(changed, 'case')} changed since saving: the file has what was saved.
        </p>
      )}
      <p>Send the file back, or import it:</p>
      <pre class="command lines">{file.command}</pre>
      <CopyButton text={() => file.command} title="Copy the command">
        Copy
      </CopyButton>
    </Modal>
  );
}
