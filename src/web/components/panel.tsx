import type { ComponentChildren, JSX } from 'preact';

/** A framed part of a page with a heading, and controls at the end of the heading's line. */
export function Panel({ title, controls, id, class: name, children }: PanelParts): JSX.Element {
  return (
    <section class={name === undefined ? 'panel' : `panel ${name}`} id={id}>
      {title === undefined && controls === undefined ? null : (
        <div class="panel-head">
          {title === undefined ? null : <h2>{title}</h2>}
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
  readonly id?: string;
  readonly class?: string;
  readonly children?: ComponentChildren;
}
