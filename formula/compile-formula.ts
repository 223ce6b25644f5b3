import type { Json, JsonObject } from '../core/json.ts';
import { type ObjectType, openObjectType, type ValueType } from './value-type.ts';
import { compileNode } from './compile/compile-node.ts';
import { type Compilation, Scope } from './compile/scope.ts';
import { type FormulaProblem, SyntaxProblem, toProblem } from './problem.ts';
import type { Node } from './syntax/nodes.ts';
import { type OnNode, parse } from './syntax/parse.ts';
import { toOutput } from './values/output.ts';
import { type FormulaEnvironment, Evaluation } from './values/evaluation.ts';

/** Maximum length of a formula, in characters. */
export const formulaLengthMax = 10_000;

export interface Formula {
  /** Type of the result. */
  readonly type: ValueType;
  /** Record paths that the formula reads, in canonical form. */
  readonly reads: readonly string[];
  /** Ids of the stored lookup tables that the formula reads; the environment must provide them. */
  readonly tables: readonly string[];
  /** Whether `now()` or `today()` is used, so that a record's result may differ between runs. */
  readonly usesClock: boolean;
  /** Probable mistakes that do not prevent compilation. */
  readonly warnings: readonly FormulaProblem[];
  /**
   * Evaluates a record; `undefined` where a path does not exist. Pure: the same record and environment give the same
   * value.
   *
   * @throws {FormulaError} whose message names the position in the formula and never a value of the record.
   */
  evaluate(record: JsonObject, environment: FormulaEnvironment): Json | undefined;
  /** Like `evaluate`, with the number of steps used. */
  measure(record: JsonObject, environment: FormulaEnvironment): { value: Json | undefined; fuel: number };
}

export type CompiledFormula =
  | { readonly ok: true; readonly formula: Formula }
  | { readonly ok: false; readonly problems: readonly FormulaProblem[] };

export interface FormulaOptions {
  /** Type of the records. Default: any object. */
  readonly record?: ObjectType | undefined;
}

/** Parses, type-checks and compiles a formula. Reports all type problems at once. */
export function compileFormula(text: string, options: FormulaOptions = {}): CompiledFormula {
  return compileFormulaWith({ compile: compileNode }, text, options);
}

/** Compiles each node; `onNode` receives its range in the text. */
export interface FormulaCompiler {
  readonly compile: Compilation['compile'];
  readonly onNode?: OnNode;
}

/** `compileFormula` with a custom node compiler, for tools that observe an evaluation, such as tracing. */
export function compileFormulaWith(
  { compile, onNode }: FormulaCompiler,
  text: string,
  options: FormulaOptions,
): CompiledFormula {
  const parsed = parseText(text, onNode);
  if (!('node' in parsed)) return { ok: false, problems: [parsed] };
  const compilation: Compilation = {
    text,
    record: options.record ?? openObjectType,
    compile,
    problems: [],
    warnings: [],
    paths: new Set(),
    tables: new Set(),
    usesClock: false,
  };
  const { type, code, cost } = compile(parsed.node, new Scope(compilation));
  const { problems, warnings, paths, tables, usesClock } = compilation;
  if (problems.length > 0) return { ok: false, problems: problems.map((draft) => toProblem(text, draft)) };
  const run = new Evaluation();
  const evaluate: Formula['evaluate'] = (record, environment) => {
    run.start(environment, cost);
    const value = code(record, run);
    return typeof value === 'number' || typeof value === 'boolean' ? value : toOutput(value, run);
  };
  return {
    ok: true,
    formula: {
      type,
      reads: [...paths],
      tables: [...tables],
      usesClock,
      warnings: warnings.map((draft) => toProblem(text, draft)),
      evaluate,
      measure: (record, environment) => ({ value: evaluate(record, environment), fuel: run.spent }),
    },
  };
}

function parseText(text: string, onNode: OnNode | undefined): { node: Node } | FormulaProblem {
  if (text.length > formulaLengthMax) {
    const message = `A formula has at most ${formulaLengthMax} characters; shorten it or split it over several rules`;
    return toProblem(text, { code: 'too_long', offset: formulaLengthMax, message });
  }
  try {
    return { node: parse(text, onNode) };
  } catch (error) {
    if (error instanceof SyntaxProblem) return toProblem(text, error.draft);
    throw error;
  }
}
