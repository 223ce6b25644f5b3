import type { Json, JsonObject } from '../core/json.ts';
import { compileNode } from './compile/compile-node.ts';
import type { Operand } from './compile/operand.ts';
import type { Scope } from './compile/scope.ts';
import { compileFormulaWith, type Formula, type FormulaOptions } from './compile-formula.ts';
import type { Node } from './syntax/nodes.ts';
import { FormulaError } from './values/formula-error.ts';
import { toOutput } from './values/output.ts';
import { type FormulaEnvironment, Evaluation } from './values/evaluation.ts';
import type { Maybe } from './values/value.ts';

/** The result of one part of a formula for a record. */
export interface FormulaStep {
  /** Source text of the part. */
  text: string;
  value: Json | undefined;
  error?: FormulaError;
}

/** A formula that records its intermediate results; several times slower than a plain one. */
export interface TracedFormula {
  readonly formula: Formula;
  /** Evaluates once. Steps are in order of evaluation; parts that were not needed have none. */
  trace(record: JsonObject, environment: FormulaEnvironment): FormulaTrace;
}

export interface FormulaTrace {
  steps: FormulaStep[];
  value: Json | undefined;
  error?: FormulaError;
}

/** More steps would not be readable. */
const stepsMax = 50;

interface RecordedValue {
  node: Node;
  value: Maybe;
  error?: FormulaError;
}

/**
 * Compiles a formula a second time, recording the values of calls, operators and choices. Leaves out the whole, whose
 * value is the result, and the iterations of loops.
 *
 * @returns `undefined` if the formula does not compile.
 */
export function traceFormula(text: string, options: FormulaOptions): TracedFormula | undefined {
  const places = new Map<Node, string>();
  let seen: RecordedValue[] = [];
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

/** An intermediate value that is too large to be a result is left out. */
function toStep({ value, error }: RecordedValue, text: string | undefined): FormulaStep[] {
  if (text === undefined) return [];
  if (error !== undefined) return [{ text, value: undefined, error }];
  const run = new Evaluation();
  run.start({ now: 0 }, 0);
  try {
    return [{ text, value: toOutput(value, run) }];
  } catch {
    return [];
  }
}
