import type { ComponentChildren, JSX } from 'preact';
import { Kbd } from './kbd.tsx';

/** Something to press, with the key that does the same. */
export function Button({
  look,
  shortcut,
  children,
  class: name,
  ...rest
}: ButtonParts): JSX.Element {
  const looks = ['button', look, name].filter(Boolean).join(' ');
  return (
    <button type="button" class={looks} {...rest}>
      {children}
      {shortcut === undefined ? null : <Kbd keys={shortcut} />}
    </button>
  );
}

interface ButtonParts {
  readonly look?: 'primary' | 'quiet';
  /** A key that is shown as a hint: name one only where it works. */
  readonly shortcut?: string;
  readonly class?: string;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly title?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-pressed'?: boolean;
  readonly 'aria-expanded'?: boolean;
  readonly children: ComponentChildren;
}
