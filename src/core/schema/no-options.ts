import { closed, type SchemaOf, typed } from './schema.ts';

/** An object without keys. */
export type NoOptions = Readonly<Record<string, never>>;

/** The options of a scorer that takes none. */
export const noOptions: SchemaOf<NoOptions> = typed(closed({}));
