import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Path } from '#schema';
import type { PlacedIssue, SuiteEdit } from '#suite-text';
import type { KnownTool } from '../session/known-tools.ts';

/** What the fields of the editor share. */
export interface EditContext {
  readonly tools: readonly KnownTool[];
  readonly problems: readonly PlacedIssue[];
  readonly onEdit: (edit: SuiteEdit) => void;
}

const Context = createContext<EditContext>({ tools: [], problems: [], onEdit: () => {} });

export const EditProvider = Context.Provider;

export function useEdit(): EditContext {
  return useContext(Context);
}

/** Whether a path is another, or lies below it. */
export function isBelow(path: Path, above: Path): boolean {
  return above.every((step, i) => path[i] === step);
}
