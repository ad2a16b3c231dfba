export { type CompiledSchema, compileSchema } from './compile-schema.ts';
