import type { SheetTool } from '#reporters';
import { activeCall } from '../answer/draft.ts';
import { ratingsOf, statementsOf } from '../answer/questions.ts';
import { listTools } from '../decision/filter-tools.ts';
import type { KeyContext } from '../keys/key-table.ts';
import type { KeyMatch } from '../keys/match-key.ts';
import type { ExportedFile } from '../session/export-file.ts';
import type { SheetSession } from '../session/sheet-session.ts';
import { type FocusState, focusField, focusProblem, leaveField, scrollReading } from './focus.ts';
import type { PageState } from '../context/page-state.ts';
import { chooseNoTool, chooseNumber, markNext, takeNextOpinion } from './sheet-actions.ts';

/** What actions of the page work on. */
export interface PageParts {
  readonly session: SheetSession;
  readonly page: PageState;
  /** Gives an exported file to the reviewer. */
  readonly onDownload: (file: ExportedFile) => void;
}

/** What the keys depend on now. */
export function keyContext({ session, page }: PageParts, focus: FocusState): KeyContext {
  const { sheet, place, row } = session;
  const isLabel = sheet.task === 'label';
  const call = row === undefined ? undefined : activeCall(session.entryOf(row.id).draft);
  const rated = row === undefined ? 0 : ratingsOf(row).length;
  return {
    ...focus,
    isDialogOpen: page.dialog !== null,
    isLabel,
    choices: isLabel ? shownTools(session, page).length : rated,
    hasArguments: isLabel && call !== undefined && call.tools.length > 0,
    hasStatements: row !== undefined && statementsOf(row).length > 0,
    hasOpinions: (row?.opinions.length ?? 0) > 0,
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

function exportNow({ session, page, onDownload }: PageParts): void {
  const file = session.export();
  onDownload(file);
  page.open({ kind: 'export', file });
}
