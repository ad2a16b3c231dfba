import type { JSX } from 'preact';
import { makeVisible } from '#reporters';
import type { ToolList } from '../document/editable.ts';
import { AddField } from './add-field.tsx';
import { RemovableChip } from './removable-chip.tsx';
import { useEdit } from './edit-context.tsx';
import { ProblemsAt } from './problems.tsx';

/** A list of tools: each can be removed, and more can be added from the tools that are known. */
export function ToolListField({
  list,
  what,
}: {
  readonly list: ToolList;
  /** What is added to, for screen readers: `class search`. */
  readonly what: string;
}): JSX.Element {
  const { tools, onEdit } = useEdit();
  const add = (value: string): void => {
    // A required call may be asked for twice; all other lists are sets.
    const mayRepeat = list.path.at(-1) === 'function_calls';
    if (!mayRepeat && list.tools.some(({ text }) => text === value)) return;
    onEdit(
      list.isThere
        ? { kind: 'append', path: list.path, value }
        : { kind: 'set', path: list.path, value: [value] },
    );
  };
  const callsOf = (text: string): number | undefined =>
    tools.find(({ name }) => name === text || name.endsWith(`.${text}`))?.calls;
  return (
    <div class="tool-list">
      <div class="chips">
        {list.tools.map(({ text, path }, i) => (
          <RemovableChip
            key={`${i} ${text}`}
            text={text}
            count={callsOf(text)}
            label={`Remove ${makeVisible(text)} from ${what}`}
            onRemove={() => onEdit({ kind: 'remove', path })}
          />
        ))}
        <AddField
          label={`Add a tool to ${what}`}
          hint="tool"
          options={tools
            .filter(({ name }) => !list.tools.some(({ text }) => text === name))
            .map(({ name, calls }) => ({ value: name, words: `${calls} calls` }))}
          onAdd={add}
        />
      </div>
      <ProblemsAt path={list.path} />
    </div>
  );
}
