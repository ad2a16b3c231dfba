import type { ComponentChildren, JSX } from 'preact';

/** A framed part of a page with a heading, and controls at the end of the heading's line. */
export function Panel({
  title,
  isTitleUnseen = false,
  controls,
  id,
  class: name,
  children,
}: PanelParts): JSX.Element {
  return (
    <section class={name === undefined ? 'panel' : `panel ${name}`} id={id}>
      {title === undefined && controls === undefined ? null : (
        <div class="panel-head">
          {title === undefined ? null : <h2 class={isTitleUnseen ? 'unseen' : ''}>{title}</h2>}
          {controls}
        </div>
      )}
      {children}
    </section>
  );
}

interface PanelParts {
  readonly title?: ComponentChildren;
  readonly controls?: ComponentChildren;
  /** Whether controls say the same: the title is for screen readers then. */
  readonly isTitleUnseen?: boolean;
  readonly id?: string;
  readonly class?: string;
  readonly children?: ComponentChildren;
}
