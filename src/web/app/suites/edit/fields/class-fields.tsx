import type { JSX } from 'preact';
import { makeVisible } from '#reporters';
import { Button } from '../../../../components/button.tsx';
import type { ClassGroup, ClassNames, EditableClass } from '../document/editable.ts';
import { AddField } from './add-field.tsx';
import { useEdit } from './edit-context.tsx';
import { ProblemsAt } from './problems.tsx';
import { RemovableChip } from './removable-chip.tsx';
import { TextField } from './text-field.tsx';
import { ToolListField } from './tool-list-field.tsx';

/** Classes that are written out: names, members, more of them. */
export function ClassGroupField({ group }: { readonly group: ClassGroup }): JSX.Element {
  const { onEdit } = useEdit();
  const add = (name: string): void => {
    // A class needs members: the loader says so until it has one.
    if (group.isMap) onEdit({ kind: 'set', path: [...group.path, name], value: [] });
    else if (group.isThere)
      onEdit({ kind: 'append', path: group.path, value: { name, members: [] } });
    else onEdit({ kind: 'set', path: group.path, value: [{ name, members: [] }] });
  };
  return (
    <section class="edit-section">
      <h3>{group.title}</h3>
      {group.classes.map((editableClass, i) => (
        <ClassField key={i} one={editableClass} />
      ))}
      <AddField label={`Add a class: ${group.title}`} hint="class" options={[]} onAdd={add} />
      <ProblemsAt path={group.path} isWhole={false} />
    </section>
  );
}

function ClassField({ one }: { readonly one: EditableClass }): JSX.Element {
  const { onEdit } = useEdit();
  const { name, path, isKey, members } = one;
  const shown = makeVisible(name);
  const rename = (text: string): void =>
    onEdit(
      isKey
        ? { kind: 'rename', path, key: text }
        : { kind: 'set', path: [...path, 'name'], value: text },
    );
  return (
    <div class="edit-class" role="group" aria-label={`Class ${shown}`} data-part={`class:${name}`}>
      <div class="edit-row">
        <TextField
          label={`Name of class ${shown}`}
          value={name}
          class="mono strong"
          onChange={rename}
        />
        <Button
          look="quiet"
          class="small"
          aria-label={`Remove class ${shown}`}
          onClick={() => onEdit({ kind: 'remove', path })}
        >
          Remove
        </Button>
      </div>
      <ToolListField list={members} what={`class ${shown}`} />
      {isKey ? null : <ProblemsAt path={[...path, 'name']} />}
    </div>
  );
}

/** The classes that a test expects, by name. */
export function ClassNamesField({
  names: { title, path, names },
  declared,
}: {
  readonly names: ClassNames;
  /** The names that the suite declares. */
  readonly declared: readonly string[];
}): JSX.Element {
  const { onEdit } = useEdit();
  const free = declared.filter((name) => !names.some(({ text }) => text === name));
  return (
    <section class="edit-section">
      <h3>{title}</h3>
      <div class="chips">
        {names.map((toolName, i) => (
          <RemovableChip
            key={`${i} ${toolName.text}`}
            text={toolName.text}
            label={`Do not expect class ${makeVisible(toolName.text)}`}
            onRemove={() => onEdit({ kind: 'remove', path: toolName.path })}
          />
        ))}
        <AddField
          label="Expect another class"
          hint="class"
          options={free.map((value) => ({ value, words: 'declared' }))}
          onAdd={(value) => onEdit({ kind: 'append', path, value })}
        />
      </div>
      <ProblemsAt path={path} />
    </section>
  );
}
