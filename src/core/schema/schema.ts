/** The JSON types that a schema can ask for, and the TypeScript type of each. */
interface TypeNames {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
  null: null;
  array: readonly unknown[];
  object: Readonly<Record<string, unknown>>;
}

export type TypeName = keyof TypeNames;

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

declare const VALUE: unique symbol;

/** A schema together with the type of the values that fit it. The type exists for the compiler only. */
export interface SchemaOf<T> extends Schema {
  // Both directions, so that a narrower or a wider type is not taken for this one.
  readonly [VALUE]: (value: T) => T;
}

/** A schema of any type. */
export interface TypedSchema extends Schema {
  readonly [VALUE]: (value: never) => unknown;
}

/** The type of the values that fit a schema. */
export type Infer<S extends TypedSchema> = ReturnType<S[typeof VALUE]>;

/** The schemas of an object's keys. */
export type Fields = Readonly<Record<string, TypedSchema>>;

type Flat<T> = { [K in keyof T]: T[K] };

/** The type of an object with these keys, of which some must be there. */
export type ObjectOf<F extends Fields, Required extends keyof F> = Flat<
  { readonly [K in Required]: Infer<F[K]> } & {
    readonly [K in Exclude<keyof F, Required>]?: Infer<F[K]>;
  }
>;

/** The type of an object of which each key can be left out. */
export type InferFields<F extends Fields> = ObjectOf<F, never>;

/** Says which values fit a schema. Only the functions that build schemas may claim it. */
export function typed<T>(schema: Schema): SchemaOf<T> {
  return schema as SchemaOf<T>;
}

/** A value of one of these types. */
export function ofType<const Name extends TypeName>(
  ...names: readonly [Name, ...Name[]]
): SchemaOf<TypeNames[Name]> {
  return typed({ type: names.length === 1 ? names[0] : names });
}

/** Any value. */
export const anything = typed<unknown>({});

/** Text that is not empty. */
export const text = typed<string>({ type: 'string', minLength: 1 });

/** Text that may be empty. */
export const anyText = ofType('string');

export const flag = ofType('boolean');

/** A number that is not negative. */
export const amount = typed<number>({ type: 'number', minimum: 0 });

/** Exactly this value. */
export function literal<const T extends string | number | boolean>(value: T): SchemaOf<T> {
  return typed({ const: value });
}

/** The same schema with the sentence that editors show at this place. */
export function about<T>(description: string, schema: SchemaOf<T>): SchemaOf<T> {
  return { ...schema, description };
}

/** An object that has these keys and no others. */
export function closed<F extends Fields, const Required extends keyof F & string = never>(
  fields: F,
  required: readonly Required[] = [],
): SchemaOf<ObjectOf<F, Required>> {
  const object = { type: 'object', properties: fields, additionalProperties: false } as const;
  return typed(required.length === 0 ? object : { ...object, required });
}

/** An object whose keys are names of the user's choice. */
export function mapOf<T>(values: SchemaOf<T>): SchemaOf<Readonly<Record<string, T>>> {
  return typed({ type: 'object', additionalProperties: values });
}

export function listOf<T>(items: SchemaOf<T>): SchemaOf<readonly T[]> {
  return typed({ type: 'array', items });
}

/** A list that is not empty. */
export function someOf<T>(items: SchemaOf<T>): SchemaOf<readonly T[]> {
  return { ...listOf(items), minItems: 1 };
}

/** A list of two. */
export function pairOf<T>(items: SchemaOf<T>): SchemaOf<readonly [T, T]> {
  return typed({ ...listOf(items), minItems: 2, maxItems: 2 });
}

/** One of these words; the first is the default where there is one. */
export function oneOf<const Word extends string>(...words: readonly Word[]): SchemaOf<Word> {
  return typed({ type: 'string', enum: words });
}

export function either<const Choices extends readonly TypedSchema[]>(
  ...schemas: Choices
): SchemaOf<Infer<Choices[number]>> {
  return typed({ anyOf: schemas });
}

/** A value or a list of values. */
export function oneOrMore<T>(schema: SchemaOf<T>): SchemaOf<T | readonly T[]> {
  return typed({ anyOf: [schema, listOf(schema)] });
}

/** A whole number that is at least this. */
export function integerFrom(minimum: number): SchemaOf<number> {
  return typed({ type: 'integer', minimum });
}
