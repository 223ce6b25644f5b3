/**
 * The data transformation service: compiles mappings and filters into closures over one record.
 *
 * Pure; may be imported by `engine/`, `services/` and `activities/`. A *rule* says how one target field gets its value,
 * a *mapping* is a list of rules, a *filter* keeps or leaves out a record, a *formula* is an expression over a record.
 */
export * from './compile-aggregate.ts';
export * from './compile-filter.ts';
export * from './compile-mapping.ts';
export type { CompileOptions } from './compile-rule.ts';
export * from '../formula/index.ts';
export * from '../formula/json-schema-type.ts';
export * from '../formula/lookup-tables.ts';
export type { MappingFacts } from './mapping-facts.ts';
export * from './problem.ts';
export * from './rules.ts';
export * from '../formula/value-type.ts';
