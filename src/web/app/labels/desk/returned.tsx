import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiLabelCase, SheetRow } from '#schema';
import { Button } from '../../../components/button.tsx';
import { Foreign, Lines } from '../../../components/foreign.tsx';
import type { Desk } from './desk.ts';

/** Why a case is to be looked at again. */
export function Returned({
  found,
  isDecision,
}: {
  readonly found: ApiLabelCase | null;
  readonly isDecision: boolean;
}): JSX.Element | null {
  const reason = found?.returned ?? null;
  if (reason === null) return null;
  return (
    <div class="banner" role="status">
      <p>
        <b>{isDecision ? 'Sent back to the reviewers.' : 'Sent back: please look at it again.'}</b>{' '}
        <Lines text={reason} />
        {isDecision ? null : (
          <span class="soft"> Save your answer again, the same one or another.</span>
        )}
      </p>
    </div>
  );
}

/** Sends a case back to its reviewers, with a reason. */
export function SendBack({
  desk,
  row,
}: {
  readonly desk: Desk;
  readonly row: SheetRow;
}): JSX.Element | null {
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const isDecided = desk.session.entryOf(row.id).saved !== null;
  if (isDecided || desk.caseOf(row.id)?.returned != null) return null;
  const send = async (): Promise<void> => {
    try {
      desk.take(await desk.api.sendBack(row.id, reason));
      desk.session.move(1);
    } catch (error) {
      setFailure((error as Error).message);
    }
  };
  return (
    <details class="send-back">
      <summary>Send back with a reason</summary>
      <label for="send-back">What should the reviewers think about? Both see it.</label>
      <textarea
        id="send-back"
        rows={2}
        value={reason}
        onInput={(event) => setReason(event.currentTarget.value)}
      />
      <Button disabled={reason.trim() === ''} onClick={() => void send()}>
        Send back
      </Button>
      {failure === null ? null : (
        <p class="bad" role="alert">
          <Foreign text={failure} />
        </p>
      )}
    </details>
  );
}
