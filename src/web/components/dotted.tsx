import type { ComponentChildren, JSX } from 'preact';

/** Facts in one line with dots between them; parts that are null are left out. */
export function Dotted({ parts, class: name }: DottedParts): JSX.Element {
  const shown = parts.filter((part) => part !== null && part !== undefined && part !== '');
  return (
    <span class={name}>
      {shown.map((part, i) => (
        <>
          {i === 0 ? null : <span class="dot"> · </span>}
          {part}
        </>
      ))}
    </span>
  );
}

interface DottedParts {
  readonly parts: readonly ComponentChildren[];
  readonly class?: string | undefined;
}
