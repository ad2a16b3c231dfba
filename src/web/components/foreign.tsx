import type { ComponentChildren, JSX } from 'preact';
import { visibleParts } from '#reporters';

/** Text from outside in one line: characters that hide or reorder text are shown as escapes. */
export function Foreign({ text, class: name }: ForeignText): JSX.Element {
  return <bdi class={name}>{visible(text)}</bdi>;
}

/** Escapes look different from the same letters in the text. */
function visible(text: string): ComponentChildren {
  const parts = visibleParts(text);
  if (parts.every(({ escaped }) => !escaped)) return text;
  return parts.map(({ text: part, escaped }) =>
    escaped ? <span class="escape">{part}</span> : part,
  );
}

/** The name of a tool, a metric, a file: one line of fixed width letters. */
export function Name({ text, class: name }: ForeignText): JSX.Element {
  return (
    <code class={name}>
      <Foreign text={text} />
    </code>
  );
}

/** Text from outside that keeps its lines. */
export function Lines({ text, class: name }: ForeignText): JSX.Element {
  const lines = text.split(/\r?\n/);
  return (
    <bdi class={name === undefined ? 'lines' : `lines ${name}`}>
      {lines.map((line, i) => [i === 0 ? '' : '\n', visible(line)])}
    </bdi>
  );
}

interface ForeignText {
  readonly text: string;
  readonly class?: string | undefined;
}
