import type { ComponentChildren, JSX } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { ReadingContext } from '../reading/reading.ts';

/** Longer content waits until it is opened. */
const MAX_DRAWN = 4000;

/** A part that folds. What is large is drawn when it is opened. */
export function Fold({ summary, isOpen, size, class: name, children }: FoldParts): JSX.Element {
  const { fold } = useContext(ReadingContext);
  const asked = fold === null ? isOpen : fold === 'open';
  const [isShown, setShown] = useState(asked);
  useEffect(() => setShown(asked), [asked]);
  return (
    <details class={name} open={isShown} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isShown || size <= MAX_DRAWN ? children() : null}
    </details>
  );
}

interface FoldParts {
  readonly summary: ComponentChildren;
  /** Whether it is open before anything is asked for. */
  readonly isOpen: boolean;
  /** How many characters it has, about. */
  readonly size: number;
  readonly class?: string;
  readonly children: () => ComponentChildren;
}
