import { toolClass, toolList, toolPattern } from '#core';
import { callRuleKeys } from './call-rules.ts';
import { expectation, matcher } from './expectation.ts';
import type { Schema } from './json-schema.ts';
import { scorerEntry, scorerMetrics } from './scorer-entry.ts';
import { suiteSchema } from './suite.ts';

// Pieces that many places of the schema have are written once and referred to.
const SHARED: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [toolPattern, 'tool'],
  [toolList, 'tools'],
  [toolClass, 'class'],
  [matcher, 'matcher'],
  [expectation, 'expectation'],
  [scorerEntry, 'scorer'],
  [scorerMetrics, 'metrics'],
  ...Object.entries(callRuleKeys).map(([name, schema]): [unknown, string] => [schema, name]),
]);

/** The JSON Schema (2020-12) of a suite, for editors. */
export function suiteJsonSchema(): Record<string, unknown> {
  const shared: Record<string, unknown> = {};
  for (const [schema, name] of SHARED) shared[name] = inline(schema);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://www.schemastore.org/whichtool.json',
    title: 'whichtool suite',
    ...(inline(suiteSchema) as Record<string, unknown>),
    $defs: shared,
  };
}

/** The schema as plain data, with references below it. */
function inline(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(refer);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as Schema).map(([key, part]) => [key, refer(part)]),
  );
}

function refer(value: unknown): unknown {
  const name = SHARED.get(value);
  return name === undefined ? inline(value) : { $ref: `#/$defs/${name}` };
}
