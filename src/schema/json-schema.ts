/** The JSON types that a schema can ask for. */
export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

/**
 * The part of JSON Schema 2020-12 that our schemas are written in: one document that editors read and
 * that `check` applies, so the two cannot differ.
 */
export interface Schema {
  readonly description?: string;
  readonly type?: TypeName | readonly TypeName[];
  readonly enum?: readonly string[];
  readonly const?: string | number | boolean;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false | Schema;
  readonly anyOf?: readonly Schema[];
}

/** One schema for every key of a document, so that a key cannot be forgotten in either. */
export type Keys<T> = { readonly [K in keyof T]-?: Schema };

/** Anything at all. */
export const anything: Schema = {};

/** Text that is not empty. */
export const text: Schema = { type: 'string', minLength: 1 };

export const flag: Schema = { type: 'boolean' };

/** The same schema with the sentence that editors show at this place. */
export function about(description: string, schema: Schema): Schema {
  return { ...schema, description };
}

/** An object that has these keys and no others. */
export function closed<T>(keys: Keys<T>, required: readonly (keyof T & string)[] = []): Schema {
  const object = { type: 'object', properties: keys, additionalProperties: false } as const;
  return required.length === 0 ? object : { ...object, required };
}

/** An object whose keys are names of the user's choice. */
export function mapOf(values: Schema): Schema {
  return { type: 'object', additionalProperties: values };
}

export function listOf(items: Schema): Schema {
  return { type: 'array', items };
}

/** One of these words; the first is the default where there is one. */
export function oneOf(...words: readonly string[]): Schema {
  return { type: 'string', enum: words };
}

export function either(...schemas: readonly Schema[]): Schema {
  return { anyOf: schemas };
}

/** One value or a list of them. */
export function oneOrMore(schema: Schema): Schema {
  return either(schema, listOf(schema));
}

/** A whole number that is at least this. */
export function integerFrom(minimum: number): Schema {
  return { type: 'integer', minimum };
}
