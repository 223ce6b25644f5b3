/**
 * The formula language: CEL's syntax over JSON values, compiled to closures.
 *
 * Pure; may be imported by `transforms/` and the rooms above it. `syntax/` parses text into a tree, `compile/`
 * type-checks it and compiles it to closures, `macros/` are calls that declare variables, `functions/` is the library,
 * `values/` holds the run-time values. A *problem* is found before any record is read, an *error* is what a record runs
 * into. Types of values, canonical text, dates and lookup tables are shared with mappings and stand beside them.
 *
 * Deviations from CEL, all of them since records are JSON:
 *
 * - There is one type of number. `5 / 2` is 2.5, `div` divides whole numbers. Numbers reach to 2^53; beyond it arithmetic
 *   fails rather than be silently wrong, and `decimal(…)` computes exactly. There are no unsigned numbers, bytes, message
 *   types, enums or type values; names of an object's members are text.
 * - A path that leads nowhere gives null, as does an operator or function that misses a value; `&&`, `||` and `!` know
 *   three values, as in SQL, and a condition that is null counts as not true. `??` stands in for null. So there are no
 *   optional types.
 * - `x.f(y)` and `f(x, y)` are the same for every function.
 * - Evaluation pays for steps, sizes and depth, and ends where the limits are reached.
 *
 * @see https://github.com/google/cel-spec
 */
export * from './compile-formula.ts';
export * from './functions/define.ts';
export * from './functions/index.ts';
export * from './macros/index.ts';
export * from './problem.ts';
export * from './trace-formula.ts';
export * from './values/formula-error.ts';
export * from './values/evaluation.ts';
