import type { JsonObject } from '../../core/json.ts';
import { describeOverload } from '../functions/index.ts';
import type { ParameterType } from '../functions/signature.ts';
import type { Overload, Parameter } from '../functions/define.ts';
import { FormulaError } from '../values/formula-error.ts';
import type { Evaluation } from '../values/evaluation.ts';
import { isList, type Maybe, typeOfValue } from '../values/value.ts';
import type { Code, Operand } from './operand.ts';
import type { Locator } from './scope.ts';

/**
 * Compiles a call of a function with compiled arguments.
 *
 * A record may not match its schema, so every argument is also checked at run time. The common calls (one overload, up
 * to three arguments) have specialized closures without an argument list.
 */
export function compileInvocation(
  name: string,
  overloads: readonly Overload[],
  args: readonly Operand[],
  locate: Locator,
): Code {
  const codes = args.map(({ code }) => code);
  const [overload] = overloads;
  if (overload === undefined || overloads.length > 1) return compileDispatch(name, overloads, codes, locate);
  if (overload.isVariadic) return compileVariadic(name, overload, codes, locate);
  const call = new Call(name, overloads, locate);
  const [a, b, c] = codes;
  const [p, q, r] = overload.parameters;
  if (a === undefined || p === undefined) return compileNullary(overload, call);
  if (b === undefined || q === undefined) return compileUnary(overload, call, p, a);
  const settings = readSettings(overload.parameters.slice(1), args.slice(1));
  if (settings !== undefined) return compileSet(overload, call, p, a, settings);
  if (c === undefined || r === undefined) return compileBinary(overload, call, [p, q], [a, b]);
  return codes.length === 3
    ? compileTernary(overload, call, [p, q, r], [a, b, c])
    : compileDispatch(name, overloads, codes, locate);
}

/** The errors of one call site. */
class Call {
  readonly #name: string;
  readonly #overloads: readonly Overload[];
  readonly #locate: Locator;

  constructor(name: string, overloads: readonly Overload[], locate: Locator) {
    this.#name = name;
    this.#overloads = overloads;
    this.#locate = locate;
  }

  refuse(...args: readonly Maybe[]): FormulaError {
    const expected = this.#overloads.map((overload) => describeOverload(this.#name, overload)).join(' | ');
    const found = args.map((arg) => typeOfValue(arg)).join(', ');
    const message = `\`${this.#name}\` does not accept (${found}); call it as ${expected}`;
    return new FormulaError('type_mismatch', message).placeAt(this.#locate());
  }

  place(error: unknown): unknown {
    return error instanceof FormulaError ? error.placeAt(this.#locate()) : error;
  }
}

function pay(value: Maybe, run: Evaluation): void {
  if (typeof value === 'string' || isList(value)) run.spendLength(value.length);
}

/** Most parameter types can be checked by `typeof`, which is cheaper than a call. */
function accepts(type: ParameterType<Maybe>, value: Maybe): boolean {
  return typeof value === type.word || type.accepts(value);
}

function isNothing(value: Maybe): value is null | undefined {
  return value === null || value === undefined;
}

function compileNullary({ run: apply }: Overload, call: Call): Code {
  return (_, run) => {
    try {
      return apply(run);
    } catch (error) {
      throw call.place(error);
    }
  };
}

function compileUnary({ run: apply }: Overload, call: Call, { type }: Parameter, read: Code): Code {
  const { isNullable } = type;
  return (record, run) => {
    const value = read(record, run);
    if (isNothing(value) && !isNullable) return null;
    if (!accepts(type, value)) throw call.refuse(value);
    try {
      pay(value, run);
      return apply(value, run);
    } catch (error) {
      throw call.place(error);
    }
  };
}

/** Values of the constant arguments that their parameters accept; in most calls, all but the first argument. */
function readSettings(parameters: readonly Parameter[], args: readonly Operand[]): readonly Maybe[] | undefined {
  const settings = args.map(({ constant }) => constant?.value);
  const doFit = parameters.every(({ type }, i) => !isNothing(settings[i]) && accepts(type, settings[i]));
  return doFit && settings.length <= 2 ? settings : undefined;
}

function compileSet(
  { run: apply }: Overload,
  call: Call,
  { type }: Parameter,
  read: Code,
  [first, second]: readonly Maybe[],
): Code {
  const { isNullable } = type;
  return (record, run) => {
    const value = read(record, run);
    if (isNothing(value) && !isNullable) return null;
    if (!accepts(type, value))
      throw second === undefined ? call.refuse(value, first) : call.refuse(value, first, second);
    try {
      pay(value, run);
      return second === undefined ? apply(value, first, run) : apply(value, first, second, run);
    } catch (error) {
      throw call.place(error);
    }
  };
}

type Two<T> = readonly [T, T];
type Three<T> = readonly [T, T, T];

function compileBinary({ run: apply }: Overload, call: Call, [p, q]: Two<Parameter>, [a, b]: Two<Code>): Code {
  const [first, second] = [p.type, q.type];
  const [isNullable, isSecondNullable] = [first.isNullable, second.isNullable];
  return (record, run) => {
    const x = a(record, run);
    const y = b(record, run);
    if ((isNothing(x) && !isNullable) || (isNothing(y) && !isSecondNullable)) return null;
    if (!accepts(first, x) || !accepts(second, y)) throw call.refuse(x, y);
    try {
      pay(x, run);
      pay(y, run);
      return apply(x, y, run);
    } catch (error) {
      throw call.place(error);
    }
  };
}

function compileTernary({ run: apply }: Overload, call: Call, [p, q, r]: Three<Parameter>, codes: Three<Code>): Code {
  const [a, b, c] = codes;
  const [first, second, third] = [p.type, q.type, r.type];
  return (record, run) => {
    const x = a(record, run);
    const y = b(record, run);
    const z = c(record, run);
    if (isNothing(x) && !first.isNullable) return null;
    if ((isNothing(y) && !second.isNullable) || (isNothing(z) && !third.isNullable)) return null;
    if (!accepts(first, x) || !accepts(second, y) || !accepts(third, z)) throw call.refuse(x, y, z);
    try {
      pay(x, run);
      pay(y, run);
      pay(z, run);
      return apply(x, y, z, run);
    } catch (error) {
      throw call.place(error);
    }
  };
}

function compileVariadic(name: string, overload: Overload, codes: readonly Code[], locate: Locator): Code {
  const call = new Call(name, [overload], locate);
  const type = overload.parameters[0]?.type;
  return (record, run) => {
    const values = readAll(codes, record, run);
    for (const value of values) {
      if (value === null && type?.isNullable !== true) return null;
      if (type?.accepts(value) !== true) throw call.refuse(...values);
    }
    try {
      for (const value of values) pay(value, run);
      return overload.run(values, run);
    } catch (error) {
      throw call.place(error);
    }
  };
}

/** Selects the first overload that accepts all of the values. */
function compileDispatch(name: string, overloads: readonly Overload[], codes: readonly Code[], locate: Locator): Code {
  const call = new Call(name, overloads, locate);
  return (record, run) => {
    const values = readAll(codes, record, run);
    const chosen = overloads.find((overload) => acceptsAll(overload, values));
    if (chosen === undefined) {
      const mayBeNull = overloads.every(({ parameters }) => !hasOnlyNullable(parameters, values));
      if (mayBeNull && values.includes(null)) return null;
      throw call.refuse(...values);
    }
    try {
      for (const value of values) pay(value, run);
      return chosen.isVariadic ? chosen.run(values, run) : chosen.run(...values, run);
    } catch (error) {
      throw call.place(error);
    }
  };
}

function readAll(codes: readonly Code[], record: JsonObject, run: Evaluation): Maybe[] {
  return codes.map((code) => code(record, run) ?? null);
}

function acceptsAll({ parameters, isVariadic }: Overload, values: readonly Maybe[]): boolean {
  return values.every((value, i) => {
    const type = (isVariadic ? parameters[0] : parameters[i])?.type;
    return type !== undefined && (value !== null || type.isNullable) && type.accepts(value);
  });
}

/** True if every null is at a parameter that accepts null, so that null is not why the overload was rejected. */
function hasOnlyNullable(parameters: readonly Parameter[], values: readonly Maybe[]): boolean {
  return values.every((value, i) => value !== null || parameters[i]?.type.isNullable === true);
}
