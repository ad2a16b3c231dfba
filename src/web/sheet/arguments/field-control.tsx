import type { JSX } from 'preact';
import { stringifyJson } from '#core';
import { makeVisible } from '#reporters';
import { Segments } from '../../components/segments.tsx';
import type { Field } from '../form/field.ts';
import { formatTree } from '../tree/format-tree.ts';
import type { JsonTree } from '../tree/json-tree.ts';
import { toTree } from '../tree/parse-tree.ts';
import { AnyControl } from './any-control.tsx';
import type { ControlParts } from './control-parts.ts';
import { ListFields } from './list-fields.tsx';
import { ObjectFields } from './object-fields.tsx';
import { TextControl } from './text-control.tsx';

/** Where a value is typed in or chosen. A value that does not have the type of its field is shown as JSON. */
export function FieldControl(parts: ControlParts): JSX.Element {
  const { field, name, value, pointer, problem, onChange } = parts;
  if (value?.kind === 'literal' && value.text === 'null' && field.kind !== 'any')
    return <p class="mono">null</p>;
  switch (hasType(field, value) ? field.kind : 'any') {
    case 'string':
      return <TextControl {...parts} kind="text" />;
    case 'number':
    case 'integer':
      return <TextControl {...parts} kind="literal" />;
    case 'boolean':
      return <BooleanControl {...parts} />;
    case 'enum':
      return <EnumControl {...parts} />;
    case 'list':
      return <ListFields {...parts} />;
    case 'object':
      return (
        <div class="nested" role="group" aria-label={name}>
          <ObjectFields
            field={field}
            value={value}
            pointer={pointer}
            problem={problem}
            isNamed={field.members().length > 0}
            Control={FieldControl}
            onChange={onChange}
          />
        </div>
      );
    default:
      return <AnyControl {...parts} />;
  }
}

function hasType({ kind, values }: Field, value: JsonTree | undefined): boolean {
  if (value === undefined) return true;
  if (kind === 'enum')
    return values.some((allowed) => formatTree(toTree(allowed)) === formatTree(value));
  if (kind === 'string') return value.kind === 'text';
  if (kind === 'list' || kind === 'object') return value.kind === kind;
  if (kind === 'boolean') return value.kind === 'literal' && /^(?:true|false)$/.test(value.text);
  // A number that is not finished stays in its field.
  return value.kind === 'literal' && !/^(?:true|false)$/.test(value.text);
}

function BooleanControl({ name, isRequired, value, onChange }: ControlParts): JSX.Element {
  return (
    <Segments
      label={name}
      options={[
        ['true', 'true'],
        ['false', 'false'],
        ...(isRequired ? [] : [['', 'left out'] as const]),
      ]}
      chosen={value?.kind === 'literal' ? value.text : ''}
      onChoose={(text) => onChange(text === '' ? undefined : { kind: 'literal', text })}
    />
  );
}

function EnumControl({
  id,
  field,
  isRequired,
  value,
  placeholder,
  onChange,
}: ControlParts): JSX.Element {
  const chosen = value === undefined ? -1 : placeOf(field, value);
  return (
    <select
      id={id}
      value={String(chosen)}
      onChange={(event) => {
        const picked = field.values[Number(event.currentTarget.value)];
        onChange(picked === undefined ? undefined : toTree(picked));
      }}
    >
      <option value="-1">
        {isRequired ? ['choose', placeholder].filter(Boolean).join(', ') : placeholder}
      </option>
      {field.values.map((allowed, i) => (
        <option key={i} value={String(i)}>
          {makeVisible(typeof allowed === 'string' ? allowed : stringifyJson(allowed))}
        </option>
      ))}
    </select>
  );
}

function placeOf({ values }: Field, value: JsonTree): number {
  return values.findIndex((allowed) => formatTree(toTree(allowed)) === formatTree(value));
}
