import type { ComponentChildren, JSX } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { ReadingContext } from './reading.ts';

/** A part that folds. What is folded is not drawn: it may be large. */
export function Fold({ summary, isOpen, class: name, children }: FoldParts): JSX.Element {
  const { fold } = useContext(ReadingContext);
  const asked = fold === null ? isOpen : fold === 'open';
  const [isShown, setShown] = useState(asked);
  useEffect(() => setShown(asked), [asked]);
  return (
    <details class={name} open={isShown} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isShown ? children() : null}
    </details>
  );
}

interface FoldParts {
  readonly summary: ComponentChildren;
  /** Whether it is open before anything is asked for. */
  readonly isOpen: boolean;
  readonly class?: string;
  readonly children: () => ComponentChildren;
}
