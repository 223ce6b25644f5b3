import type { Json, JsonObject } from '../core/json.ts';
import { type ObjectType, openObjectType, type ValueType } from './value-type.ts';
import { compileNode } from './compile/compile-node.ts';
import { type Compilation, Scope } from './compile/scope.ts';
import { type FormulaProblem, SyntaxProblem, toProblem } from './problem.ts';
import type { Node } from './syntax/nodes.ts';
import { type OnNode, parse } from './syntax/parse.ts';
import { toOutput } from './values/output.ts';
import { type FormulaEnvironment, Run } from './values/run.ts';

/** A formula has at most so many characters. */
export const formulaLengthMax = 10_000;

export interface Formula {
  /** What is known of the result. */
  readonly type: ValueType;
  /** The paths of the record that are read, in canonical spelling. */
  readonly reads: readonly string[];
  /** Ids of the stored lookup tables that are read; the environment must have them. */
  readonly tables: readonly string[];
  /** Whether `now()` or `today()` is used, so that the same record may give another result in another run. */
  readonly usesClock: boolean;
  /** What is probably a mistake, and works nevertheless. */
  readonly warnings: readonly FormulaProblem[];
  /**
   * Gives the value for a record; `undefined` where a path leads nowhere. Never changes the record, and gives the same
   * for the same record and environment.
   *
   * @throws {FormulaError} whose message says where in the formula, and shows no value of the record.
   */
  evaluate(record: JsonObject, environment: FormulaEnvironment): Json | undefined;
  /** The same, with the steps that it took. */
  measure(record: JsonObject, environment: FormulaEnvironment): { value: Json | undefined; fuel: number };
}

export type CompiledFormula =
  | { readonly ok: true; readonly formula: Formula }
  | { readonly ok: false; readonly problems: readonly FormulaProblem[] };

export interface FormulaOptions {
  /** The type of the records; default any object. */
  readonly record?: ObjectType | undefined;
}

/** Parses, checks and compiles a formula; gives every problem of its types together. */
export function compileFormula(text: string, options: FormulaOptions = {}): CompiledFormula {
  return compileFormulaWith({ compile: compileNode }, text, options);
}

/** How each node is compiled, and who is told where it stands. */
export interface FormulaCompiler {
  readonly compile: Compilation['compile'];
  readonly onNode?: OnNode;
}

/** The same with another compiler of nodes, for whoever wants to see more of an evaluation than its result. */
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
  const run = new Run();
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
    const message = `A formula has at most ${formulaLengthMax} characters`;
    return toProblem(text, { code: 'too_long', offset: formulaLengthMax, message });
  }
  try {
    return { node: parse(text, onNode) };
  } catch (error) {
    if (error instanceof SyntaxProblem) return toProblem(text, error.draft);
    throw error;
  }
}
