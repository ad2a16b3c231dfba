// The core has these functions, because scorers describe their options with them.
import { schemas } from '#core';

export const {
  about,
  amount,
  anyText,
  anything,
  closed,
  either,
  flag,
  integerFrom,
  listOf,
  literal,
  mapOf,
  ofType,
  oneOf,
  oneOrMore,
  pairOf,
  someOf,
  text,
  typed,
} = schemas;

export type Fields = schemas.Fields;
export type Infer<S extends schemas.TypedSchema> = schemas.Infer<S>;
export type InferFields<F extends schemas.Fields> = schemas.InferFields<F>;
export type ObjectOf<F extends schemas.Fields, Required extends keyof F> = schemas.ObjectOf<
  F,
  Required
>;
export type Schema = schemas.Schema;
export type SchemaOf<T> = schemas.SchemaOf<T>;
export type TypeName = schemas.TypeName;
