import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useState } from 'preact/hooks';
import { isJsonObject, parseJson } from '#core';
import { answerLine, type SheetRow } from '#reporters';
import { Chip } from '../../components/chip.tsx';
import { Foreign } from '../../components/foreign.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { answerText } from '../answer/answer-text.ts';
import { readCase } from '../conversation/case-items.ts';
import type { CaseProgress } from '../session/case-entry.ts';
import type { SheetSession } from '../session/sheet-session.ts';
import { Modal } from './modal.tsx';
import { useSheet } from '../context/sheet-context.tsx';

const STATES: readonly (readonly [CaseProgress, string])[] = [
  ['open', 'Open'],
  ['draft', 'Draft'],
  ['skipped', 'Skipped'],
  ['unsure', 'Unsure'],
  ['changed', 'Changed'],
  ['saved', 'Saved'],
];

/** All cases by what was asked and answered; a state narrows the list. */
export function CasesDialog({
  only,
  onClose,
}: {
  readonly only: CaseProgress | null;
  readonly onClose: () => void;
}): JSX.Element {
  const { session } = useSheet();
  const [state, setState] = useState(only);
  const counts = session.counts();
  const rows: readonly ListedCase[] = session.sheet.rows
    .map((row, place) => ({ row, place, progress: session.progressOf(row) }))
    .filter(({ progress }) => state === null || progress === state);
  return (
    <Modal title="Cases" class="cases" onClose={onClose}>
      <div class="chips">
        <Chip
          isOn={state === null}
          count={session.sheet.rows.length}
          onClick={() => setState(null)}
        >
          All
        </Chip>
        {STATES.filter(([progress]) => counts[progress] > 0 || progress === state).map(
          ([progress, words]) => (
            <Chip
              key={progress}
              isOn={state === progress}
              count={counts[progress]}
              onClick={() => setState(progress)}
            >
              {words}
            </Chip>
          ),
        )}
      </div>
      <div class="case-list" onKeyDown={moveFocus}>
        <VirtualList
          count={rows.length}
          label="Cases"
          current={null}
          isFollowed={false}
          row={(i) => <CaseLine entry={rows[i]} onClose={onClose} />}
        />
      </div>
    </Modal>
  );
}

/** A case in two lines: the question, and what was answered. */
function CaseLine({
  entry,
  onClose,
}: {
  readonly entry: ListedCase | undefined;
  readonly onClose: () => void;
}): JSX.Element {
  const { session } = useSheet();
  if (entry === undefined) return <></>;
  const { row, place, progress } = entry;
  return (
    <button
      type="button"
      aria-current={place === session.place ? 'true' : undefined}
      onClick={() => {
        session.open(place);
        onClose();
      }}
    >
      <span class="number soft">{place + 1}</span>
      <span class="cut">
        <Foreign text={questionOf(row)} />
      </span>
      <span class={`case-state ${progress}`}>
        {STATES.find(([state]) => state === progress)?.[1]}
      </span>
      <span class="cut soft answer">
        <Foreign text={answerOf(session, row)} />
      </span>
    </button>
  );
}

interface ListedCase {
  readonly row: SheetRow;
  readonly place: number;
  readonly progress: CaseProgress;
}

/** Arrows move between the cases of the list. */
function moveFocus(event: TargetedKeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const place = buttons.findIndex((button) => button === document.activeElement);
  buttons[place + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  event.preventDefault();
}

/** The last words of the user. */
function questionOf(row: SheetRow): string {
  const said = readCase(row.input, row.before).items.findLast(
    (item) => item.kind === 'said' && item.role === 'user',
  );
  const text = said?.kind === 'said' ? said.text : row.id;
  return text.slice(0, MAX_TEXT).replaceAll(/\s+/g, ' ');
}

const MAX_TEXT = 200;

function answerOf(session: SheetSession, row: SheetRow): string {
  const { saved, draft } = session.entryOf(row.id);
  const parsed = parseJson(saved?.text ?? answerText(draft, session.sheet.task, row));
  if (!parsed.ok || !isJsonObject(parsed.value) || Object.keys(parsed.value).length === 0)
    return '';
  const { rationale, unsure } = parsed.value;
  if (unsure === true && typeof rationale === 'string') return rationale;
  return answerLine(parsed.value, row.question).slice(0, MAX_TEXT);
}
