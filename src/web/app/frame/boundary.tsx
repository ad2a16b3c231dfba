import { Component, type ComponentChildren } from 'preact';
import type { JSX } from 'preact';
import { Failure } from './states.tsx';

interface BoundaryParts {
  /** What is read inside: `the run`. */
  readonly what: string;
  readonly children: ComponentChildren;
}

/** Shows why a part of the page cannot be shown, where something inside of it throws. */
export class Boundary extends Component<BoundaryParts, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };

  static override getDerivedStateFromError(error: Error): { readonly error: Error } {
    return { error };
  }

  override render(): ComponentChildren {
    const { error } = this.state;
    return error === null ? this.props.children : failureOf(this.props.what, error);
  }
}

function failureOf(what: string, error: Error): JSX.Element {
  return (
    <main class="view">
      <Failure what={what} error={error} />
    </main>
  );
}
