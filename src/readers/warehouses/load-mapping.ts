import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { load } from 'js-yaml';
import { suggest } from '#core';
import { sourceError } from '#platform';
import {
  type ColumnRef,
  type Mapping,
  MAPPING_FIELDS,
  type MappingField,
} from './mapping/mapping.ts';

const EXAMPLE = 'write lines such as `run: session_id` and `tool: tool_name`; see docs/sources.md';
const MAX_BYTES = 65_536;

/** Reads a mapping file, or throws a UserError that says what is wrong with it. */
export async function loadMapping(path: string): Promise<Mapping> {
  const label = basename(path);
  const fail = (message: string, hint: string = EXAMPLE): Error =>
    sourceError('SOURCE_MAPPING', label, message, hint);
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) throw fail('there is no mapping file here that can be read');
  if (text.length > MAX_BYTES) throw fail('a mapping file has at most 64 KB');
  return parseMapping(parseYaml(text, fail), fail);
}

type Fail = (message: string, hint?: string) => Error;

function parseYaml(text: string, fail: Fail): unknown {
  try {
    return load(text);
  } catch (error) {
    throw fail(`this is not YAML: ${error instanceof Error ? error.message.split('\n')[0] : ''}`);
  }
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseMapping(value: unknown, fail: Fail): Mapping {
  if (!isRecord(value)) throw fail('a mapping names a column for each part of a run');
  const fields = new Map<MappingField, ColumnRef>();
  let where: Mapping['where'] = null;
  for (const [key, member] of Object.entries(value)) {
    if (key === 'where') {
      where = parseWhere(member, fail);
      continue;
    }
    const field = MAPPING_FIELDS.find((name) => name === key);
    if (field === undefined) {
      const near = suggest(key, MAPPING_FIELDS);
      const known = `the parts are ${MAPPING_FIELDS.join(', ')} and where`;
      throw fail(`there is no part "${key}"`, near === null ? known : `did you mean "${near}"?`);
    }
    fields.set(field, parseRef(field, member, fail));
  }
  const shapes = (['trace', 'tools', 'tool'] as const).filter((field) => fields.has(field));
  if (shapes.length !== 1)
    throw fail('a mapping has one of trace (a native trace), tools (a list of names) and tool');
  if (!fields.has('run')) throw fail('a mapping names the column of the run: `run: trace_id`');
  return { fields, where };
}

/** A column by its name, or `{ column, key }` for a member of a map, JSON or struct. */
function parseRef(field: string, value: unknown, fail: Fail): ColumnRef {
  if (typeof value === 'string' && value !== '') return { column: value, key: null };
  if (isRecord(value)) {
    const { column, key, ...rest } = value;
    if (typeof column === 'string' && typeof key === 'string' && Object.keys(rest).length === 0)
      return { column, key };
  }
  throw fail(`${field} is the name of a column, or { column, key } for a member of it`);
}

function parseWhere(value: unknown, fail: Fail): Mapping['where'] {
  if (isRecord(value)) {
    const { equals, ...ref } = value;
    const text = typeof equals === 'number' || typeof equals === 'boolean' ? `${equals}` : equals;
    const { column, key } = ref;
    if (typeof text === 'string' && typeof column === 'string')
      return {
        ref: parseRef('where', key === undefined ? column : ref, fail),
        equals: text,
      };
  }
  throw fail(
    'where has a column and the value of rows that are calls',
    'where: { column: kind, equals: tool }',
  );
}
