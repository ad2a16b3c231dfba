import type { JSX } from 'preact';
import type { ApiSession, Role, ViewName } from '#schema';

/** What a view is shown with. */
export interface ViewParts {
  /** The parameters in its path. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly session: ApiSession;
}

/** A view of the web app. */
export interface View {
  readonly name: ViewName;
  /** The title of the browser's tab. */
  readonly title: string;
  readonly access: readonly Role[];
  /** Its name in the bar; views without one are reached from others. */
  readonly tab?: string;
  /** The view whose tab is marked while this one is shown; its own by default. */
  readonly under?: ViewName;
  /** Whether the view has a bar of its own, with its own keys. */
  readonly isWhole?: boolean;
  readonly Show: (parts: ViewParts) => JSX.Element;
}
