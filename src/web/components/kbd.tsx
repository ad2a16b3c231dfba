import type { JSX } from 'preact';

/** A key as it is printed on a keyboard; hidden from screen readers, which read the label beside it. */
export function Kbd({ keys }: { readonly keys: string }): JSX.Element {
  return <kbd aria-hidden="true">{keys}</kbd>;
}
