import type { Json, JsonObject } from '../../core/json.ts';
import type { Evaluation } from '../values/evaluation.ts';
import type { Maybe } from '../values/value.ts';
import type { ParameterType, SignatureType } from './signature.ts';

/** A parameter of a function; the name is only for documentation. */
export interface Parameter<T extends Maybe = Maybe> {
  readonly name: string;
  readonly type: ParameterType<T>;
  /** Rejects constant arguments: the value must come from the record. */
  readonly isSecret?: true;
}

/** One way to call a function. */
export interface Overload {
  readonly parameters: readonly Parameter[];
  /** The last parameter accepts any number of arguments, including none; `run` gets them as a list. */
  readonly isVariadic: boolean;
  readonly result: SignatureType;
  /**
   * Written as a method: its parameters are those of `parameters`, which `overload` sees to, and whoever calls it has
   * asked each of them whether it accepts its argument.
   */
  run(...args: readonly (Maybe | readonly Maybe[] | Evaluation)[]): Maybe;
}

/** A call and its result. Tests evaluate each. */
export interface Example {
  readonly formula: string;
  readonly result: Json;
  /** The record that the formula reads; default none. */
  readonly record?: JsonObject;
}

/** A function of the language as described to documentation, type checker and compiler. */
export interface FunctionEntry {
  readonly name: string;
  /** One sentence. */
  readonly description: string;
  readonly overloads: readonly Overload[];
  readonly examples: readonly Example[];
  /** Its value depends on more than its arguments, so calls are never folded. */
  readonly isVolatile?: boolean;
}

/** Functions that belong together in the documentation. */
export interface FunctionFamily {
  readonly name: string;
  readonly functions: readonly FunctionEntry[];
}

type Values<Parameters extends readonly Parameter[]> = {
  [Index in keyof Parameters]: Parameters[Index] extends Parameter<infer T> ? T : never;
};

export function parameter<T extends Maybe>(name: string, type: ParameterType<T>): Parameter<T> {
  return { name, type };
}

/** A parameter for secrets, which must not be visible to readers of the formula. */
export function secret<T extends Maybe>(name: string, type: ParameterType<T>): Parameter<T> {
  return { name, type, isSecret: true };
}

/**
 * One way to call a function: `run` is pure, and gets a value of each parameter's type and the evaluation, which it
 * charges for work.
 */
export function overload<const Parameters extends readonly Parameter[]>(
  parameters: Parameters,
  result: { readonly type: SignatureType },
  run: (...args: [...Values<Parameters>, run: Evaluation]) => Maybe,
): Overload {
  return { parameters, isVariadic: false, result: result.type, run };
}

/** An overload with any number of arguments of one type. */
export function variadic<T extends Maybe>(
  repeated: Parameter<T>,
  result: { readonly type: SignatureType },
  run: (values: readonly T[], run: Evaluation) => Maybe,
): Overload {
  return { parameters: [repeated], isVariadic: true, result: result.type, run };
}

export function example(formula: string, result: Json, record?: JsonObject): Example {
  return record === undefined ? { formula, result } : { formula, result, record };
}
