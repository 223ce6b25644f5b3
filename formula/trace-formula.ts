import type { Json, JsonObject } from '../core/json.ts';
import { compileNode } from './compile/compile-node.ts';
import type { Operand } from './compile/operand.ts';
import type { Scope } from './compile/scope.ts';
import { compileFormulaWith, type Formula, type FormulaOptions } from './compile-formula.ts';
import type { Node } from './syntax/nodes.ts';
import { FormulaError } from './values/formula-error.ts';
import { toOutput } from './values/output.ts';
import { type FormulaEnvironment, Run } from './values/run.ts';
import type { Maybe } from './values/value.ts';

/** What a part of a formula gave for a record. */
export interface FormulaStep {
  /** The part, as it is written. */
  text: string;
  value: Json | undefined;
  error?: FormulaError;
}

/** A formula that tells how it comes to its value; several times slower than one that does not. */
export interface TracedFormula {
  readonly formula: Formula;
  /** Evaluates once. The steps stand in the order in which their values were there; what was not needed has none. */
  trace(record: JsonObject, environment: FormulaEnvironment): FormulaTrace;
}

export interface FormulaTrace {
  steps: FormulaStep[];
  value: Json | undefined;
  error?: FormulaError;
}

/** More steps tell nobody anything. */
const stepsMax = 50;

interface Seen {
  node: Node;
  value: Maybe;
  error?: FormulaError;
}

/**
 * Compiles a formula a second time, with a look at the parts whose values are not obvious: calls, operators and choices.
 * The whole is left out, its value is the result; so are turns of loops.
 *
 * @returns `undefined` for a formula that does not compile.
 */
export function traceFormula(text: string, options: FormulaOptions): TracedFormula | undefined {
  const places = new Map<Node, string>();
  let seen: Seen[] = [];
  const watch = (node: Node, scope: Scope): Operand => {
    const { parts: _, ...operand } = compileNode(node, scope);
    if (!isTelling(node) || operand.constant !== undefined || scope.variableNames().length > 0) return operand;
    const { code } = operand;
    return {
      ...operand,
      code: (record, run) => {
        try {
          const value = code(record, run);
          seen.push({ node, value });
          return value;
        } catch (error) {
          if (error instanceof FormulaError) seen.push({ node, value: undefined, error });
          throw error;
        }
      },
    };
  };
  const onNode = (node: Node, start: number, end: number): void => {
    if (!places.has(node)) places.set(node, text.slice(start, end).trimEnd());
  };
  const compiled = compileFormulaWith({ compile: watch, onNode }, text, options);
  if (!compiled.ok) return undefined;
  const { formula } = compiled;
  return {
    formula,
    trace(record, environment) {
      seen = [];
      const result = evaluate(formula, record, environment);
      const steps = seen.flatMap((step) => toStep(step, places.get(step.node)));
      return { ...result, steps: steps.filter((step) => step.text !== text.trim()).slice(0, stepsMax) };
    },
  };
}

function isTelling({ kind }: Node): boolean {
  return kind === 'call' || kind === 'binary' || kind === 'unary' || kind === 'conditional';
}

function evaluate(formula: Formula, record: JsonObject, environment: FormulaEnvironment): Omit<FormulaTrace, 'steps'> {
  try {
    return { value: formula.evaluate(record, environment) };
  } catch (error) {
    if (error instanceof FormulaError) return { value: undefined, error };
    throw error;
  }
}

/** A value that is too large to be a result is left out: it was on its way only. */
function toStep({ value, error }: Seen, text: string | undefined): FormulaStep[] {
  if (text === undefined) return [];
  if (error !== undefined) return [{ text, value: undefined, error }];
  const run = new Run();
  run.start({ now: 0 }, 0);
  try {
    return [{ text, value: toOutput(value, run) }];
  } catch {
    return [];
  }
}
