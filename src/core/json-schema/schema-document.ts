import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { type Dialect, dialectOf, hasKeyword } from './dialect.ts';
import { resolveUri } from './resolve-uri.ts';
import { subschemas } from './subschemas.ts';

/** What holds for a schema because of where it stands. */
export interface Scope {
  /** What references are relative to; without a fragment. */
  readonly base: string;
  readonly dialect: Dialect;
}

/** Longer addresses are not looked up: a long base under many short names would take the square of its length. */
const LONGEST_URI = 2_000;

/** A schema with all that stands in it, by address. */
export class SchemaDocument {
  readonly #scopes = new Map<JsonObject, Scope>();
  readonly #resources = new Map<string, JsonObject>();
  readonly #anchors = new Map<string, JsonObject>();

  constructor(root: JsonObject) {
    this.#resources.set('', root);
    this.#index(root, { base: '', dialect: dialectOf(own(root, '$schema'), 2020) });
  }

  /** What holds for a schema that is in one that has the given scope. */
  scopeOf(schema: JsonObject, around: Scope): Scope {
    return this.#scopes.get(schema) ?? around;
  }

  /** The root's scope. */
  get scope(): Scope {
    return this.#scopes.get(this.#resources.get('')!)!;
  }

  /** The schema that a reference leads to; null when it leads out of the document or nowhere. */
  resolve(reference: string, from: Scope): { schema: Json; scope: Scope } | null {
    const { address, fragment } = split(reference);
    const base = absolute(from.base, address);
    const root = base === null ? undefined : this.#resources.get(base);
    if (root === undefined) return null;
    const scope = this.scopeOf(root, from);
    if (fragment.startsWith('/')) return this.#follow(root, scope, fragment);
    const schema = fragment === '' ? root : this.#anchors.get(`${base}#${fragment}`);
    return schema === undefined ? null : { schema, scope: this.scopeOf(schema, scope) };
  }

  #follow(root: JsonObject, from: Scope, pointer: string): { schema: Json; scope: Scope } | null {
    let schema: Json = root;
    let scope = from;
    for (const token of pointer.split('/').slice(1)) {
      const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
      if (typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, key)) return null;
      schema = (schema as JsonObject)[key]!;
      if (isJsonObject(schema)) scope = this.scopeOf(schema, scope);
    }
    return { schema, scope };
  }

  #index(schema: Json, around: Scope): void {
    if (!isJsonObject(schema) || this.#scopes.has(schema)) return;
    const scope = this.#identify(schema, around);
    this.#scopes.set(schema, scope);
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = own(schema, keyword);
      if (typeof name === 'string' && hasKeyword(scope.dialect, keyword)) {
        this.#anchors.set(`${scope.base}#${name}`, schema);
      }
    }
    for (const one of subschemas(schema)) this.#index(one, scope);
  }

  /** Notes the schema's own address where it has one. */
  #identify(schema: JsonObject, around: Scope): Scope {
    const id = own(schema, around.dialect === 4 ? 'id' : '$id');
    if (typeof id !== 'string') return around;
    // Up to draft 7 nothing beside a reference counts.
    if (around.dialect <= 7 && typeof own(schema, '$ref') === 'string') return around;
    const { address, fragment } = split(id);
    const base = absolute(around.base, address);
    if (base === null) return around;
    if (fragment !== '') this.#anchors.set(`${base}#${fragment}`, schema);
    if (address === '') return around;
    this.#resources.set(base, schema);
    return { base, dialect: dialectOf(own(schema, '$schema'), around.dialect) };
  }
}

function own(schema: JsonObject, keyword: string): Json | undefined {
  return Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
}

function absolute(base: string, address: string): string | null {
  if (address === '') return base;
  if (address.length > LONGEST_URI) return null;
  const uri = resolveUri(base, address);
  return uri.length > LONGEST_URI ? null : uri;
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
