import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { MemberField } from '../form/field.ts';
import { escapeStep } from '../form/markers.ts';
import { type JsonTree, memberTree, withMember } from '../tree/json-tree.ts';
import { toTree } from '../tree/parse-tree.ts';
import { ANY_FIELD } from './any-field.ts';
import type { ControlParts } from './control-parts.ts';
import { FieldView } from './field-view.tsx';

/** The members of an object, one below the other. Undefined is an object that is left out. */
export function ObjectFields({
  field,
  value,
  pointer,
  problem,
  isNamed,
  onChange,
  Control,
}: ObjectParts): JSX.Element {
  const members = field.members();
  const names = members.map(({ key }) => key);
  const others = (value?.kind === 'object' ? value.members : []).filter(
    ({ key }) => !names.includes(key),
  );
  const change = (key: string, next: JsonTree | undefined): void => {
    const changed = withMember(value, key, next, names);
    onChange(isEmpty(changed) ? undefined : withConstants(changed, members, names));
  };
  return (
    <div class="fields">
      {[
        ...members,
        ...others.map(({ key }): MemberField => ({ key, isRequired: false, field: ANY_FIELD })),
      ].map((member) => (
        <FieldView
          key={member.key}
          name={member.key}
          field={member.field}
          isRequired={member.isRequired}
          isKnown={names.includes(member.key)}
          value={memberTree(value, member.key)}
          pointer={`${pointer}/${escapeStep(member.key)}`}
          problem={problem}
          Control={Control}
          onChange={(next) => change(member.key, next)}
        />
      ))}
      {isNamed && members.length > 0 ? null : (
        <AddMember onAdd={(key) => change(key, { kind: 'text', text: '' })} />
      )}
    </div>
  );
}

interface ObjectParts extends Pick<
  ControlParts,
  'field' | 'value' | 'pointer' | 'problem' | 'onChange' | 'Control'
> {
  /** Whether the schema names the members; others are typed in as JSON then. */
  readonly isNamed: boolean;
}

function isEmpty(tree: JsonTree): boolean {
  return tree.kind === 'object' && tree.members.length === 0;
}

/** A required member that can have one value only has it. */
function withConstants(
  tree: JsonTree,
  members: readonly MemberField[],
  names: readonly string[],
): JsonTree {
  let complete = tree;
  for (const { key, isRequired, field } of members) {
    const [only, ...others] = field.values;
    if (!isRequired || only === undefined || others.length > 0) continue;
    if (memberTree(complete, key) === undefined)
      complete = withMember(complete, key, toTree(only), names);
  }
  return complete;
}

function AddMember({ onAdd }: { readonly onAdd: (key: string) => void }): JSX.Element {
  const [key, setKey] = useState('');
  const add = (): void => {
    if (key.trim() === '') return;
    onAdd(key.trim());
    setKey('');
  };
  return (
    <div class="add-member">
      <input
        type="text"
        aria-label="Name of another argument"
        placeholder="name of an argument"
        spellcheck={false}
        autocomplete="off"
        value={key}
        onInput={(event) => setKey(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) add();
        }}
      />
      <button type="button" class="button small" onClick={add}>
        Add
      </button>
    </div>
  );
}
