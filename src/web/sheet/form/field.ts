import { isJsonObject, type Json, type JsonObject } from '#core';
import { limitsOf } from './field-limits.ts';
import { resolveSchema } from './resolve-schema.ts';

/** How a value is typed in. `any` is text or JSON, whichever the reviewer says. */
export type FieldKind =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'null'
  | 'enum'
  | 'list'
  | 'object'
  | 'any';

/** A value of the arguments, as its schema describes it. */
export interface Field {
  readonly kind: FieldKind;
  readonly isNullable: boolean;
  readonly description: string;
  /** The values of an enum; a constant is an enum of one. */
  readonly values: readonly Json[];
  readonly default: Json | undefined;
  /** Conditions in words: `at least 1`, `format date`. */
  readonly limits: readonly string[];
  /** Of an object. Fields below are made when they are asked for: schemas may contain themselves. */
  readonly members: () => readonly MemberField[];
  /** Whether an object may have other members. */
  readonly hasOthers: boolean;
  /** Of a list. */
  readonly item: () => Field;
}

/** A member of an object. */
export interface MemberField {
  readonly key: string;
  readonly isRequired: boolean;
  readonly field: Field;
}

const KINDS: ReadonlyMap<Json, FieldKind> = new Map<Json, FieldKind>([
  ['string', 'string'],
  ['number', 'number'],
  ['integer', 'integer'],
  ['boolean', 'boolean'],
  ['null', 'null'],
  ['array', 'list'],
  ['object', 'object'],
]);

/** The form of a tool's arguments. A tool without a schema takes members of any name. */
export function rootField(schema: JsonObject | boolean | null): Field {
  const root = isJsonObject(schema) ? schema : {};
  return { ...fieldOf(root, root), kind: 'object', hasOthers: hasOthers(root) };
}

function fieldOf(schema: Json | undefined, root: JsonObject): Field {
  const resolved = resolveSchema(schema, root) ?? {};
  const { keywords, isNullable } = withoutNull(resolved, root);
  const values = valuesOf(keywords);
  return {
    kind: values.length > 0 ? 'enum' : kindOf(keywords),
    isNullable,
    description: textOf(resolved.description) ?? textOf(keywords.description) ?? '',
    values,
    default: resolved.default ?? keywords.default,
    limits: limitsOf(keywords),
    members: () => membersOf(keywords, root),
    hasOthers: hasOthers(keywords),
    item: () => fieldOf(keywords.items, root),
  };
}

/** A value or null is written in several ways; what is left is the schema of the value. */
function withoutNull(
  schema: JsonObject,
  root: JsonObject,
): { readonly keywords: JsonObject; readonly isNullable: boolean } {
  const { type } = schema;
  if (Array.isArray(type) && type.includes('null') && type.length > 1) {
    const rest: readonly Json[] = type.filter((typeName: Json) => typeName !== 'null');
    const [only = null] = rest;
    const { enum: values, ...others } = schema;
    const named = Array.isArray(values)
      ? { enum: values.filter((value: Json) => value !== null) }
      : {};
    return {
      keywords: { ...others, ...named, type: rest.length === 1 ? only : rest },
      isNullable: true,
    };
  }
  if (schema.nullable === true) return { keywords: schema, isNullable: true };
  const choices = schema.anyOf ?? schema.oneOf;
  if (!Array.isArray(choices)) return { keywords: schema, isNullable: false };
  const all = (choices as readonly Json[]).map((choice) => resolveSchema(choice, root));
  const values = all.filter((choice) => choice?.type !== 'null');
  const { anyOf: _anyOf, oneOf: _oneOf, ...beside } = schema;
  const [only] = values;
  const isNullable = values.length < all.length;
  if (values.length !== 1 || only === null || only === undefined)
    return { keywords: schema, isNullable };
  return { keywords: { ...only, ...beside }, isNullable };
}

function kindOf(keywords: JsonObject): FieldKind {
  const { type } = keywords;
  const [only, ...others] = Array.isArray(type) ? (type as readonly Json[]) : [type];
  const isPlain = !['anyOf', 'oneOf', 'allOf', 'not', 'if'].some((key) =>
    Object.hasOwn(keywords, key),
  );
  if (only !== undefined && others.length === 0) {
    const kind = KINDS.get(only) ?? 'any';
    return isPlain || (kind !== 'object' && kind !== 'list') ? kind : 'any';
  }
  return type === undefined && isPlain && isJsonObject(keywords.properties) ? 'object' : 'any';
}

function valuesOf(keywords: JsonObject): readonly Json[] {
  if (Object.hasOwn(keywords, 'const')) return [keywords.const as Json];
  return Array.isArray(keywords.enum) ? (keywords.enum as readonly Json[]) : [];
}

function membersOf(keywords: JsonObject, root: JsonObject): readonly MemberField[] {
  const { properties, required } = keywords;
  const names: readonly Json[] = Array.isArray(required) ? (required as readonly Json[]) : [];
  const entries = isJsonObject(properties) ? Object.entries(properties) : [];
  const members = entries.map(([key, schema]) => ({
    key,
    isRequired: names.includes(key),
    field: fieldOf(schema, root),
  }));
  // What must be given comes first; otherwise the order of the schema stays.
  return [
    ...members.filter((member) => member.isRequired),
    ...members.filter((member) => !member.isRequired),
  ];
}

function hasOthers({ additionalProperties }: JsonObject): boolean {
  return additionalProperties !== false;
}

function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
