import { Component, type ComponentChildren } from 'preact';
import type { JSX } from 'preact';
import { Failure } from './states.tsx';

interface BoundaryParts {
  /** What is read inside: `the run`. */
  readonly what: string;
  /** Whether it is the whole view. */
  readonly isView?: boolean;
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
    return error === null ? this.props.children : failureOf(this.props, error);
  }
}

function failureOf({ what, isView = false }: BoundaryParts, error: Error): JSX.Element {
  const failure = <Failure what={what} error={error} isView={isView} />;
  return isView ? <main class="view">{failure}</main> : failure;
}
