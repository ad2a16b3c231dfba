import type { ComponentChildren, JSX } from 'preact';

/** A table that scrolls by itself where it is too wide; the keyboard can scroll it, too. */
export function Wide({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return (
    <div class="wide" tabindex={0}>
      {children}
    </div>
  );
}
