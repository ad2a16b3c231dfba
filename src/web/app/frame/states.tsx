import type { ComponentChildren, JSX } from 'preact';
import { Foreign } from '../../components/foreign.tsx';
import type { Loaded } from '../data/use-api.ts';

/** A value of the API, or why it is not shown yet. */
export function Await<T>({
  loaded,
  what,
  isView = false,
  children,
}: {
  readonly loaded: Loaded<T>;
  /** What is loaded: `the runs`. */
  readonly what: string;
  /** Whether nothing else is in the view. */
  readonly isView?: boolean;
  readonly children: (value: T) => JSX.Element;
}): JSX.Element {
  if (loaded.state === 'ready') return children(loaded.value);
  return loaded.state === 'loading' ? (
    <Loading what={what} isView={isView} />
  ) : (
    <Failure what={what} error={loaded.error} isView={isView} />
  );
}

/** A value of the API that is a whole view. */
export function AwaitView<T>(parts: Omit<Parameters<typeof Await<T>>[0], 'isView'>): JSX.Element {
  if (parts.loaded.state === 'ready') return parts.children(parts.loaded.value);
  return (
    <main class="view">
      <Await {...parts} isView />
    </main>
  );
}

/** Shown after a moment only: most answers are faster than an eye. */
function Loading({
  what,
  isView,
}: {
  readonly what: string;
  readonly isView: boolean;
}): JSX.Element {
  const words = `Reading ${what}…`;
  return (
    <div class="state loading soft" role="status">
      {isView ? <h1>{words}</h1> : <p>{words}</p>}
    </div>
  );
}

/** Says what could not be read and why. */
export function Failure({
  what,
  error,
  isView = false,
}: {
  readonly what: string;
  readonly error: Error;
  /** Whether nothing else is in the view: then this is its title. */
  readonly isView?: boolean;
}): JSX.Element {
  const title = `Could not read ${what}.`;
  return (
    <div class="state failure" role="alert">
      {isView ? <h1>{title}</h1> : <p class="strong">{title}</p>}
      <p>
        <Foreign text={error.message} />
      </p>
    </div>
  );
}

/** Says why there is nothing here, and how to change it. */
export function Empty({
  title,
  isView = false,
  children,
}: {
  readonly title: string;
  /** Whether nothing else is in the view: then this is its title. */
  readonly isView?: boolean;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="state empty">
      {isView ? <h1>{title}</h1> : <p class="strong">{title}</p>}
      {children}
    </div>
  );
}
