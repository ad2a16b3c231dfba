export { type CompiledSchema, compileSchema, type SchemaViolation } from './compile-schema.ts';
