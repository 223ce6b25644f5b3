/**
 * Validation of records by JSON Schemas that users write: an interpreter of closures for a part of draft 2020-12.
 *
 * Pure; imported by `engine/`. Whatever a schema says is either kept or refused when it is compiled, never passed over.
 * Patterns are RE2's, references lead into the schema itself, and each record has a budget.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation
 */
export * from './compile-schema.ts';
export { recordSchemaSchema } from './record-schema.ts';
