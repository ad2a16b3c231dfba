import type { Json } from '../json/json.ts';
import type { Check } from './check.ts';
import type { PatternTest } from './patterns.ts';
import type { SchemaFields } from './schema-fields.ts';

/** What the keywords of one schema object are compiled from. */
export interface SchemaContext {
  readonly fields: SchemaFields;
  /** Makes a schema inside this one ready. */
  readonly compile: (schema: Json) => Check;
  /** Makes the schema that a reference leads to ready. */
  readonly refer: (reference: string) => Check;
  /** Makes a pattern ready. */
  readonly pattern: (source: string) => PatternTest;
}
