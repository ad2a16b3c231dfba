import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { makeVisible } from '#reporters';
import { Name } from '../../../../components/foreign.tsx';
import type { AliasList } from '../document/sections.ts';
import { AddField } from './add-field.tsx';
import { useEdit } from './edit-context.tsx';
import { ProblemsAt } from './problems.tsx';
import { RemovableChip } from './removable-chip.tsx';

/** Old names of tools and their new ones. */
export function AliasField({
  list,
  title,
}: {
  readonly list: AliasList;
  readonly title: string;
}): JSX.Element {
  const { tools, onEdit } = useEdit();
  const [from, setFrom] = useState<string | null>(null);
  const options = tools.map(({ name, calls }) => ({ value: name, words: `${calls} calls` }));
  const add = (to: string): void => {
    if (from === null) return;
    onEdit(
      list.isThere
        ? { kind: 'set', path: [...list.path, from], value: to }
        : { kind: 'set', path: list.path, value: { [from]: to } },
    );
    setFrom(null);
  };
  return (
    <section class="edit-section">
      <h3>{title}</h3>
      <div class="chips">
        {list.aliases.map(({ from: old, to, path }) => (
          <RemovableChip
            key={old}
            text={`${old} → ${to}`}
            label={`Remove the alias of ${makeVisible(old)}`}
            onRemove={() => onEdit({ kind: 'remove', path })}
          />
        ))}
        {from === null ? (
          <AddField
            label={`${title}: old name`}
            hint="old name"
            options={options}
            onAdd={setFrom}
          />
        ) : (
          <>
            <Name text={from} /> →{' '}
            <AddField
              label={`New name of ${makeVisible(from)}`}
              hint="new name"
              options={options}
              onAdd={add}
            />
          </>
        )}
      </div>
      <ProblemsAt path={list.path} />
    </section>
  );
}
