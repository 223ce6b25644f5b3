import { anyType, describeType, type ValueType } from '../value-type.ts';
import type { FunctionEntry, Overload } from '../functions/define.ts';
import { describeOverload, findFunction, functionNames } from '../functions/index.ts';
import { type Bindings, fits, substitute } from '../functions/signature.ts';
import { macros } from '../macros/index.ts';
import { suggest } from '../../core/names/suggest.ts';
import type { CallNode, Node } from '../syntax/nodes.ts';
import { defaultLimits, Evaluation } from '../values/evaluation.ts';
import { compileInvocation } from './compile-invocation.ts';
import { constantOperand, type Operand, sumCosts } from './operand.ts';
import type { Scope } from './scope.ts';

/** A call of a macro or a function. `x.f(y)` is `f(x, y)`. */
export function compileCall(node: CallNode, scope: Scope): Operand {
  const qualified = qualify(node, scope);
  const macro = macros.get(qualified ?? node.name);
  if (macro !== undefined) return macro(node, scope);
  const entry = findFunction(qualified ?? node.name);
  if (entry === undefined) return reportUnknown(node, scope);
  const nodes =
    node.target === undefined || qualified !== undefined ? node.parameters : [node.target, ...node.parameters];
  return compileFunction(node, entry, nodes, scope);
}

/** The full name of a function in a namespace: `math.greatest`, unless `math` is a variable of a macro. */
function qualify({ target, name }: CallNode, scope: Scope): string | undefined {
  if (target?.kind !== 'name' || scope.find(target.name) !== undefined) return undefined;
  const full = `${target.name}.${name}`;
  return findFunction(full) === undefined && !macros.has(full) ? undefined : full;
}

function reportUnknown(node: CallNode, scope: Scope): Operand {
  for (const part of [node.target, ...node.parameters]) if (part !== undefined) scope.compile(part);
  const suggestion = suggest(node.name, [...functionNames(), ...macros.keys()]);
  scope.report(node, { code: 'unknown_function', message: `Unknown function \`${node.name}\``, suggestion });
  return { type: anyType, cost: 0, code: () => undefined };
}

function compileFunction(node: CallNode, entry: FunctionEntry, nodes: readonly Node[], scope: Scope): Operand {
  const args = nodes.map((arg) => scope.compile(arg));
  const candidates = entry.overloads.flatMap((overload) => match(overload, args));
  if (candidates.length === 0) return reportArguments(node, entry, args, scope);
  checkSecrets(entry, nodes, args, scope);
  if (entry.isVolatile === true) scope.compilation.usesClock = true;
  const results = candidates.map(({ result }) => result);
  const [first = anyType] = results;
  const type = results.every(({ kind }) => kind === first.kind) ? first : anyType;
  const overloads = candidates.map(({ overload }) => overload);
  const operand = {
    type,
    cost: sumCosts(args) + 1,
    code: compileInvocation(entry.name, overloads, args, scope.locator(node)),
  };
  return entry.isVolatile === true ? operand : fold(operand, args);
}

interface Candidate {
  overload: Overload;
  result: ValueType;
}

function match(overload: Overload, args: readonly Operand[]): Candidate[] {
  const { parameters, isVariadic } = overload;
  if (!isVariadic && args.length !== parameters.length) return [];
  const bindings: Bindings = new Map();
  const doFit = args.every(({ type }, i) => {
    const expected = isVariadic ? parameters[0] : parameters[i];
    return expected !== undefined && fits(expected.type.type, type, bindings);
  });
  return doFit ? [{ overload, result: substitute(overload.result, bindings) }] : [];
}

/** Everyone who can read the integration can read its formulas. */
function checkSecrets(entry: FunctionEntry, nodes: readonly Node[], args: readonly Operand[], scope: Scope): void {
  for (const [i, node] of nodes.entries()) {
    if (!isWritten(node, args[i]) || !entry.overloads.some(({ parameters }) => parameters[i]?.isSecret === true))
      continue;
    const message = `\`${entry.name}\` needs a record field here: a constant would be visible to everyone who can read the formula`;
    scope.report(node, { code: 'invalid_argument', message });
  }
}

/** Checks the formula's text only. It prevents mistakes, not deliberate disclosure of one's own key. */
function isWritten(node: Node, operand: Operand | undefined): boolean {
  if (operand?.constant !== undefined || node.kind === 'constant') return true;
  return node.kind === 'binary' && isWritten(node.left, undefined) && isWritten(node.right, undefined);
}

/** Constant folding: a call with only constant arguments is evaluated once, unless it fails. */
function fold(operand: Operand, args: readonly Operand[]): Operand {
  if (!args.every(({ constant }) => constant !== undefined)) return operand;
  const run = new Evaluation();
  run.start(foldEnvironment, operand.cost);
  try {
    const value = operand.code({}, run);
    return run.hasReadZone ? operand : { ...constantOperand(operand.type, value), cost: 1 };
  } catch {
    // It fails whenever it is evaluated, but a condition may skip it, so the failure is reported per record.
    return operand;
  }
}

/** Folded values stay in memory, so their size is limited. */
const foldEnvironment = {
  now: 0,
  limits: { ...defaultLimits, fuel: 1000, textLengthMax: 10_000, listLengthMax: 1000 },
};

function reportArguments(node: CallNode, entry: FunctionEntry, args: readonly Operand[], scope: Scope): Operand {
  const found = args.length === 0 ? 'nothing' : args.map(({ type }) => describeType(type)).join(', ');
  const expected = entry.overloads.map((overload) => describeOverload(entry.name, overload)).join(' | ');
  const message = `\`${entry.name}\` does not accept (${found}); call it as ${expected}`;
  scope.report(node, { code: 'wrong_arguments', message, expected, found });
  return { type: anyType, cost: 0, code: () => undefined };
}
