import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { type Dialect, dialectOf, hasKeyword } from './dialect.ts';
import { resolveUri } from './resolve-uri.ts';
import { subschemas } from './subschemas.ts';

/** What holds for a schema because of its place. */
export interface Scope {
  /** What references are relative to; without a fragment. */
  readonly base: string;
  readonly dialect: Dialect;
}

/** A schema and what holds for it. */
export interface Located {
  readonly schema: Json;
  readonly scope: Scope;
}

/** Longer addresses are not looked up: a long base under many short names would take the square of its length. */
const MAX_URI_LENGTH = 500;

/** What holds around a whole document. */
export function scopeAround(root: JsonObject): Scope {
  return { base: '', dialect: dialectOf(memberOf(root, '$schema'), 2020) };
}

/** The scope of a schema inside one of the given scope: its own where it has an address. */
export function scopeOf(schema: Json, around: Scope): Scope {
  if (!isJsonObject(schema)) return around;
  const id = idOf(schema, around);
  if (id === null || id.address === '') return around;
  return { base: id.base, dialect: dialectOf(memberOf(schema, '$schema'), around.dialect) };
}

/** All schemas of a document that have an address. */
export class SchemaDocument {
  readonly #resources = new Map<string, Located & { schema: JsonObject }>();
  readonly #anchors = new Map<string, Located>();

  constructor(root: JsonObject) {
    const around = scopeAround(root);
    this.#resources.set('', { schema: root, scope: scopeOf(root, around) });
    this.#index(root, around);
  }

  /** The schema that a reference leads to; null when it leads out of the document or nowhere. */
  resolve(reference: string, from: Scope): Located | null {
    const { address, fragment } = split(reference);
    const base = absolute(from.base, address);
    const resource = base === null ? undefined : this.#resources.get(base);
    if (resource === undefined) return null;
    if (fragment === '') return resource;
    if (fragment.startsWith('/')) return follow(resource, fragment);
    return this.#anchors.get(`${base}#${fragment}`) ?? null;
  }

  #index(schema: Json, around: Scope): void {
    if (!isJsonObject(schema)) return;
    const id = idOf(schema, around);
    const scope = scopeOf(schema, around);
    if (id !== null && id.address !== '') this.#resources.set(id.base, { schema, scope });
    // Up to draft 7 an anchor is an `$id` that is only a fragment.
    if (id !== null && id.fragment !== '') {
      this.#anchors.set(`${id.base}#${id.fragment}`, { schema, scope });
    }
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = memberOf(schema, keyword);
      if (typeof name === 'string' && hasKeyword(scope.dialect, keyword)) {
        this.#anchors.set(`${scope.base}#${name}`, { schema, scope });
      }
    }
    for (const inner of subschemas(schema)) this.#index(inner, scope);
  }
}

function follow(from: Located, pointer: string): Located | null {
  let { schema, scope } = from;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, key)) return null;
    schema = (schema as JsonObject)[key]!;
    scope = scopeOf(schema, scope);
  }
  return { schema, scope };
}

interface Id {
  /** The whole address, without a fragment. */
  readonly base: string;
  readonly address: string;
  readonly fragment: string;
}

function idOf(schema: JsonObject, { base, dialect }: Scope): Id | null {
  const id = memberOf(schema, dialect === 4 ? 'id' : '$id');
  if (typeof id !== 'string') return null;
  // Up to draft 7 nothing beside a reference counts.
  if (dialect <= 7 && typeof memberOf(schema, '$ref') === 'string') return null;
  const { address, fragment } = split(id);
  const uri = absolute(base, address);
  return uri === null ? null : { base: uri, address, fragment };
}

function memberOf(schema: JsonObject, keyword: string): Json | undefined {
  return Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
}

function absolute(base: string, address: string): string | null {
  if (address === '') return base;
  if (address.length > MAX_URI_LENGTH) return null;
  const uri = resolveUri(base, address);
  return uri.length > MAX_URI_LENGTH ? null : uri;
}

function split(reference: string): { address: string; fragment: string } {
  const hash = reference.indexOf('#');
  if (hash === -1) return { address: reference, fragment: '' };
  return { address: reference.slice(0, hash), fragment: decode(reference.slice(hash + 1)) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
