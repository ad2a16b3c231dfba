import type { JSX } from 'preact';
import type { SheetRow, SheetTool } from '#reporters';
import { activeCall } from '../answer/draft.ts';
import { ratingsOf, statementsOf } from '../answer/questions.ts';
import { listTools } from '../decision/filter-tools.ts';
import { type KeyContext, OPINION_KEYS } from '../keys/key-table.ts';
import type { KeySettings } from '../keys/key-settings.ts';
import type { KeyMatch } from '../keys/match-key.ts';
import type { ExportedFile } from '../session/export-file.ts';
import type { SheetSession } from '../session/sheet-session.ts';
import { type FocusState, focusField, focusProblem, leaveField, scrollReading } from './focus.ts';
import { moveField } from './move-field.ts';
import type { PageState } from '../context/page-state.ts';
import {
  chooseNoTool,
  chooseNumber,
  markNext,
  takeNextOpinion,
  takeOpinion,
} from './sheet-actions.ts';

/** What actions of the page work on. */
export interface PageParts {
  readonly session: SheetSession;
  readonly page: PageState;
  readonly settings: KeySettings;
  /** Gives an exported file to the reviewer; null where a server keeps what is saved. */
  readonly onDownload: ((file: ExportedFile) => void) | null;
  /** What a server adds to the page. */
  readonly slots?: PageSlots;
}

/** Parts of the page that depend on where it is shown. */
interface PageSlots {
  /** The way back, at the start of the bar. */
  readonly start: JSX.Element;
  /** Above the conversation. */
  readonly top: (row: SheetRow) => JSX.Element | null;
  /** Below the question. */
  readonly end: (row: SheetRow) => JSX.Element | null;
}

/** What the keys depend on now. */
export function keyContext(
  { session, page, onDownload }: PageParts,
  focus: FocusState,
): KeyContext {
  const { sheet, place, row } = session;
  const isLabel = sheet.task === 'label';
  const call = row === undefined ? undefined : activeCall(session.entryOf(row.id).draft);
  const rated = row === undefined ? 0 : ratingsOf(row).length;
  return {
    ...focus,
    isDialogOpen: page.dialog !== null,
    isLabel,
    asksClause: !isLabel || sheet.asksClause === true,
    canExport: onDownload !== null,
    canChange: session.whyFinal === null && row?.isPartial !== true,
    opinions: row?.opinions.length ?? 0,
    choices: isLabel ? shownTools(session, page).length : rated,
    hasArguments: isLabel && call !== undefined && call.tools.length > 0,
    hasStatements: row !== undefined && statementsOf(row).length > 0,
    hasGuide: sheet.guide !== null,
    hasPrevious: place > 0,
    hasNext: place < sheet.rows.length - 1,
    canUndo: session.canUndo,
  };
}

/** Does what a key or a button of the page asks for. */
export function runAction(parts: PageParts, { action, number }: KeyMatch, key = ''): void {
  const { session, page } = parts;
  const { row } = session;
  if (row === undefined) return;
  switch (action) {
    case 'choose':
    case 'also':
      return chooseNumber(session, row, shownTools(session, page), number ?? 0, action === 'also');
    case 'none':
      return chooseNoTool(session, row);
    case 'yes':
    case 'no':
      return markNext(session, row, action === 'yes');
    case 'opinion':
      return takeNextOpinion(session, row);
    case 'decide':
      return decideBy(session, row, OPINION_KEYS.indexOf(key));
    case 'filter':
      return focusField('tool-search');
    case 'details':
      return page.toggleDetails();
    case 'arguments':
      return focusField('arguments');
    case 'rationale':
    case 'clause':
      return focusField(action);
    case 'unsure':
      return markUnsure(session, row.id);
    case 'skip':
      return session.skip();
    case 'save':
      return session.save() ? leaveField() : focusProblem();
    case 'undo':
      return session.undo();
    case 'next':
    case 'previous':
      return session.move(action === 'next' ? 1 : -1);
    case 'up':
    case 'down':
      return moveField(action);
    case 'raw':
      return page.reading.toggleRaw();
    case 'expand':
      return page.reading.toggleFold();
    case 'scroll':
      return scrollReading(key);
    case 'guide':
      return page.toggleGuide();
    case 'cases':
      return page.open({ kind: 'cases', only: null });
    case 'export':
      return exportNow(parts);
    case 'keys':
      return page.open({ kind: 'keys' });
    case 'leave':
      return leaveField();
  }
}

/** The tools of the current case that the search leaves, in the order of their numbers. */
function shownTools(session: SheetSession, page: PageState): readonly SheetTool[] {
  const { row } = session;
  return row === undefined ? [] : listTools(row.tools, page.searchOf(row.id)).tools;
}

function markUnsure(session: SheetSession, id: string): void {
  const isUnsure = !session.entryOf(id).draft.isUnsure;
  session.change(id, (draft) => ({ ...draft, isUnsure }), 'marking as unsure');
  if (isUnsure) focusField('rationale');
}

/** Takes an opinion and saves it: one key decides. */
function decideBy(session: SheetSession, row: SheetRow, place: number): void {
  const opinion = row.opinions[place];
  if (opinion === undefined) return;
  takeOpinion(session, row, opinion);
  session.save();
}

function exportNow({ session, page, onDownload }: PageParts): void {
  if (onDownload === null) return;
  const file = session.export();
  onDownload(file);
  page.open({ kind: 'export', file });
}
