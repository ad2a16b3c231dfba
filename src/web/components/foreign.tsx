import type { JSX } from 'preact';
import { makeVisible } from '#reporters';

/** Text from outside in one line: characters that hide or reorder text are shown as escapes. */
export function Foreign({ text, class: name }: ForeignText): JSX.Element {
  return <bdi class={name}>{makeVisible(text)}</bdi>;
}

/** The name of a tool, a metric, a file: one line of fixed width letters. */
export function Name({ text, class: name }: ForeignText): JSX.Element {
  return (
    <code class={name}>
      <bdi>{makeVisible(text)}</bdi>
    </code>
  );
}

/** Text from outside that keeps its lines. */
export function Lines({ text, class: name }: ForeignText): JSX.Element {
  const shown = text.split(/\r?\n/).map(makeVisible).join('\n');
  return <bdi class={name === undefined ? 'lines' : `lines ${name}`}>{shown}</bdi>;
}

interface ForeignText {
  readonly text: string;
  readonly class?: string | undefined;
}
