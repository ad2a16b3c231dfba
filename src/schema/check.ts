import { ExactNumber, isJsonObject } from '#core';
import type { Schema, TypeName } from './json-schema.ts';

export type Path = readonly (string | number)[];

/** One way in which a value does not fit its schema. */
export interface Finding {
  readonly problem: 'unknown_key' | 'missing_key' | 'type' | 'value';
  /** The path of the value; of a key problem, the path of its object. */
  readonly path: Path;
  readonly key?: string;
  /** The schema that the value does not fit. */
  readonly schema: Schema;
  readonly value: unknown;
}

/** A hostile value can be faulty in every part of it. */
export const MAX_FINDINGS = 10_000;

/** What keeps a value from fitting a schema (at most 10,000 findings), in the order of the value; empty when it fits. */
export function check(schema: Schema, value: unknown): readonly Finding[] {
  const findings: Finding[] = [];
  visit(schema, value, [], findings);
  return findings;
}

// The path is one array that grows and shrinks on the way; only a finding copies it.
function visit(
  schema: Schema,
  value: unknown,
  path: (string | number)[],
  findings: Finding[],
): void {
  if (findings.length >= MAX_FINDINGS) return;
  if (schema.anyOf !== undefined) {
    visitAny(schema, schema.anyOf, value, path, findings);
    return;
  }
  if (!fitsType(schema, value)) {
    findings.push({ problem: 'type', path: [...path], schema, value });
    return;
  }
  if (!fitsLimits(schema, value))
    findings.push({ problem: 'value', path: [...path], schema, value });
  if (Array.isArray(value)) {
    if (schema.items !== undefined) {
      for (let index = 0; index < value.length; index++) {
        path.push(index);
        visit(schema.items, value[index], path, findings);
        path.pop();
      }
    }
  } else if (isJsonObject(value)) visitObject(schema, value, path, findings);
}

function visitObject(
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
  path: (string | number)[],
  findings: Finding[],
): void {
  const { properties, additionalProperties: others } = schema;
  for (const key of schema.required ?? []) {
    if (!Object.hasOwn(value, key)) {
      findings.push({ problem: 'missing_key', path: [...path], key, schema, value });
    }
  }
  for (const key of Object.keys(value)) {
    const isDeclared = properties !== undefined && Object.hasOwn(properties, key);
    const below = isDeclared ? properties[key] : others;
    if (below === undefined) continue;
    if (below === false) {
      findings.push({ problem: 'unknown_key', path: [...path], key, schema, value: value[key] });
      continue;
    }
    path.push(key);
    visit(below, value[key], path, findings);
    path.pop();
  }
}

/** One of several schemas must fit; when none does, the findings are those of the one that was meant. */
function visitAny(
  schema: Schema,
  choices: readonly Schema[],
  value: unknown,
  path: (string | number)[],
  findings: Finding[],
): void {
  const before = findings.length;
  for (const choice of choices) {
    if (!fitsType(choice, value)) continue;
    visit(choice, value, path, findings);
    if (findings.length === before) return;
    findings.length = before;
  }
  const meant = meantChoice(choices, value);
  if (meant !== undefined) {
    visit(meant, value, path, findings);
    return;
  }
  const near = choices.filter((choice) => fitsType(choice, value));
  if (near.length === 0) findings.push({ problem: 'type', path: [...path], schema, value });
  else reportTag(near, value, path, findings);
}

/** Of those schemas that have its type, the one that a value was meant for: by its tag where they have one. */
export function meantChoice(choices: readonly Schema[], value: unknown): Schema | undefined {
  const near = choices.filter((choice) => fitsType(choice, value));
  const isTagged = near.length > 1 && near.some((choice) => tagOf(choice) !== null);
  return isTagged ? near.find((choice) => fitsTag(choice, value)) : near[0];
}

/** None of several kinds of objects has the tag that this object has. */
function reportTag(
  near: readonly Schema[],
  value: unknown,
  path: (string | number)[],
  findings: Finding[],
): void {
  const tag = near.map(tagOf).find((candidate) => candidate !== null)?.key ?? 'type';
  const words = near.flatMap((choice) => tagOf(choice)?.words ?? []);
  const schema: Schema = { type: 'string', enum: words };
  const tagValue = (value as Readonly<Record<string, unknown>>)[tag];
  if (!Object.hasOwn(value as object, tag)) {
    findings.push({ problem: 'missing_key', path: [...path], key: tag, schema, value });
  } else if (typeof tagValue === 'string') {
    findings.push({ problem: 'value', path: [...path, tag], schema, value: tagValue });
  } else findings.push({ problem: 'type', path: [...path, tag], schema, value: tagValue });
}

/** The key whose fixed words distinguish one kind of object from the others. */
function tagOf(schema: Schema): { readonly key: string; readonly words: readonly string[] } | null {
  for (const key of schema.required ?? []) {
    const below = schema.properties?.[key];
    if (typeof below?.const === 'string') return { key, words: [below.const] };
    if (below?.enum !== undefined) return { key, words: below.enum };
  }
  return null;
}

function fitsTag(schema: Schema, value: unknown): boolean {
  const tag = tagOf(schema);
  if (tag === null || !isJsonObject(value) || !Object.hasOwn(value, tag.key)) return false;
  const tagValue = value[tag.key];
  return typeof tagValue === 'string' && tag.words.includes(tagValue);
}

function fitsType(schema: Schema, value: unknown): boolean {
  if (schema.anyOf !== undefined) return schema.anyOf.some((choice) => fitsType(choice, value));
  if (schema.const !== undefined) return typeof value === typeof schema.const;
  const { type } = schema;
  if (type === undefined) return true;
  return typeof type === 'string' ? isType(type, value) : type.some((name) => isType(name, value));
}

function isType(type: TypeName, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number' || value instanceof ExactNumber;
    default:
      return typeof value === type;
  }
}

function fitsLimits(schema: Schema, value: unknown): boolean {
  if (schema.const !== undefined) return value === schema.const;
  if (typeof value === 'string') {
    return (
      value.length >= (schema.minLength ?? 0) &&
      (schema.enum === undefined || schema.enum.includes(value))
    );
  }
  if (typeof value === 'number') return schema.minimum === undefined || value >= schema.minimum;
  if (!Array.isArray(value)) return true;
  return value.length >= (schema.minItems ?? 0) && value.length <= (schema.maxItems ?? Infinity);
}
