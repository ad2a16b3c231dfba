import type { JSX } from 'preact';
import { isJsonObject, parseJson } from '#core';
import { answerLine, type SheetRow } from '#reporters';
import type { LabelTask } from '#schema';
import { Foreign } from '../../components/foreign.tsx';
import { answerText } from '../answer/answer-text.ts';
import type { CaseEntry } from '../session/case-entry.ts';
import { useSheet } from '../context/sheet-context.tsx';

/** What needs a decision of the reviewer: two tabs with two answers, or a browser that keeps nothing. */
export function Banners({ row }: { readonly row: SheetRow }): JSX.Element {
  const { session } = useSheet();
  const other = session.conflictOf(row.id);
  const refusal = session.refusalOf(row.id);
  return (
    <>
      {session.whyFinal === null ? null : (
        <p class="banner" role="status">
          <Foreign text={session.whyFinal} />
        </p>
      )}
      {session.isKept ? null : <NotKept />}
      {refusal === null ? null : (
        <p class="banner" role="alert">
          <span>
            Your answer is not saved, it is a draft: <Foreign text={refusal} />
          </span>
        </p>
      )}
      <Elsewhere />
      {other === null ? null : (
        <div class="banner" role="alert">
          <p>
            Another tab changed this case at the same time. There:{' '}
            <b>
              <Foreign text={entryWords(other, row, session.sheet.task)} />
            </b>
            . Here: what you see.
          </p>
          <button type="button" class="button" onClick={() => session.resolve(row.id, true)}>
            Keep what is here
          </button>
          <button type="button" class="button" onClick={() => session.resolve(row.id, false)}>
            Take what is there
          </button>
        </div>
      )}
    </>
  );
}

/** Says that nothing is stored, and what to do. */
function NotKept(): JSX.Element {
  const { session, keys } = useSheet();
  if (keys.canExport)
    return (
      <p class="banner" role="alert">
        This browser does not keep your work: export before you close the page.
      </p>
    );
  return (
    <div class="banner" role="alert">
      <p>The server does not answer. Keep this page open: your work is sent when it does.</p>
      <button type="button" class="button" onClick={() => session.retry()}>
        Try again
      </button>
    </div>
  );
}

/** A save is followed by the next case, so trouble with it may be on a case that is no longer shown. */
function Elsewhere(): JSX.Element | null {
  const { session } = useSheet();
  const place = session.troubled().find((candidate) => candidate !== session.place);
  if (place === undefined) return null;
  return (
    <div class="banner" role="alert">
      <p>Case {place + 1} is not saved as you answered it.</p>
      <button type="button" class="button" onClick={() => session.open(place)}>
        Show it
      </button>
    </div>
  );
}

function entryWords({ draft, isSkipped }: CaseEntry, row: SheetRow, task: LabelTask): string {
  const parsed = parseJson(answerText(draft, task, row));
  const answer =
    parsed.ok && isJsonObject(parsed.value)
      ? answerLine(parsed.value, row.question)
      : 'arguments that are not finished';
  return isSkipped ? `skipped, ${answer}` : answer;
}
