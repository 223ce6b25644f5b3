/**
 * Validation of records by JSON Schemas that users write: an interpreter of closures for a part of draft 2020-12.
 *
 * Pure; imported by `engine/`. Every keyword of a schema is either enforced or rejected at compile time, never ignored.
 * Patterns are RE2, references point into the schema itself, and each record has a budget.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation
 */
export * from './compile-schema.ts';
export { recordSchemaSchema } from './record-schema.ts';
