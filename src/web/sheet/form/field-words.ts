import type { Field, FieldKind } from './field.ts';

const WORDS: Readonly<Record<FieldKind, string>> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  null: 'null',
  enum: 'one of',
  list: 'list',
  object: 'object',
  any: 'any value',
};

/** The type of a field in words: `text, required`. */
export function describeField(field: Field, isRequired: boolean): string {
  return [typeWords(field), ...field.limits, isRequired ? 'required' : 'optional'].join(', ');
}

/** The type alone: `list of text or null`. */
function typeWords(field: Field): string {
  const { kind, isNullable, values } = field;
  const word =
    kind === 'list'
      ? `list of ${itemWords(field.item())}`
      : kind === 'enum'
        ? values.length === 1
          ? 'always the same'
          : `one of ${values.length}`
        : WORDS[kind];
  return isNullable ? `${word} or null` : word;
}

const MANY: Readonly<Record<FieldKind, string>> = {
  string: 'texts',
  number: 'numbers',
  integer: 'whole numbers',
  boolean: 'true or false',
  null: 'nulls',
  enum: 'choices',
  list: 'lists',
  object: 'objects',
  any: 'any values',
};

function itemWords({ kind, values }: Field): string {
  return kind === 'enum' ? `${values.length} choices` : MANY[kind];
}
