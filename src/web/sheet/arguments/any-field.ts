import type { Field } from '../form/field.ts';

/** A value without a schema. */
export const ANY_FIELD: Field = {
  kind: 'any',
  isNullable: false,
  description: '',
  values: [],
  default: undefined,
  limits: [],
  members: () => [],
  hasOthers: true,
  item: () => ANY_FIELD,
};
