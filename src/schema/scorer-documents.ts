import type { RegisteredScorer, SuiteForm } from '#core';
import type { Fields, ObjectOf } from './json-schema.ts';

/** How suites write each scorer that they call by its name. */
type Forms = {
  readonly [
    S in RegisteredScorer as [NonNullable<S['suite']>] extends [never] ? never : S['name']
  ]: NonNullable<S['suite']>;
};

type RequiredKey<Form> = Form extends { readonly required: readonly (infer Key)[] } ? Key : never;

type RowKey<Form> = Form extends { readonly fromRow: { readonly option: infer Key } } ? Key : never;

/** A block can be `true` where none of its keys is needed. */
type Switch<Form> = Form extends { readonly required: unknown } | { readonly someOf: unknown }
  ? never
  : true;

/** The block of each scorer that can be one, with keys that all blocks have. */
export type Blocks<Shared extends Fields> = {
  readonly [Name in keyof Forms as Forms[Name] extends { readonly block: string } ? Name : never]:
    | ObjectOf<Forms[Name]['keys'] & Shared, RequiredKey<Forms[Name]> & keyof Forms[Name]['keys']>
    | Switch<Forms[Name]>;
};

type EntryKeys<Form extends SuiteForm> = ObjectOf<
  Form['keys'],
  Exclude<RequiredKey<Form>, RowKey<Form>> & keyof Form['keys']
>;

type Alias<Form> = Form extends { readonly alias: infer Name } ? Name : never;

/** The entry of each scorer in an eval, without keys that all entries have. */
export type Entries = {
  [Name in keyof Forms]: {
    readonly type: Name | Alias<Forms[Name]>;
  } & EntryKeys<Forms[Name]>;
}[keyof Forms];
