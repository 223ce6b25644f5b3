import type { ObjectType, ValueType } from '../value-type.ts';
import { locate, type Position, type ProblemDraft } from '../problem.ts';
import type { Node } from '../syntax/nodes.ts';
import type { Operand } from './operand.ts';

/** A variable of a macro. */
export interface Variable {
  name: string;
  type: ValueType;
  /** Index of its value in `Evaluation.slots`. */
  slot: number;
}

/** Input and findings of one compilation, shared by all of its scopes. */
export interface Compilation {
  readonly text: string;
  readonly record: ObjectType;
  /** Compiles any node. A parameter, so that the compilers of node kinds need not import each other. */
  readonly compile: (node: Node, scope: Scope) => Operand;
  readonly problems: ProblemDraft[];
  readonly warnings: ProblemDraft[];
  /** Record paths that the formula reads, in canonical form. */
  readonly paths: Set<string>;
  /** Stored lookup tables that the formula names. */
  readonly tables: Set<string>;
  usesClock: boolean;
}

/** Names visible to an expression: the record's fields and the variables of the enclosing macros. */
export class Scope {
  readonly compilation: Compilation;
  readonly #variables: readonly Variable[];

  constructor(compilation: Compilation, variables: readonly Variable[] = []) {
    this.compilation = compilation;
    this.#variables = variables;
  }

  compile(node: Node): Operand {
    return this.compilation.compile(node, this);
  }

  /** A nested scope with further variables; each gets a slot that no enclosing variable uses. */
  with(added: readonly Omit<Variable, 'slot'>[]): { inner: Scope; variables: readonly Variable[] } {
    const first = this.#variables.length;
    const variables = added.map((variable, i) => ({ ...variable, slot: first + i }));
    return { inner: new Scope(this.compilation, [...this.#variables, ...variables]), variables };
  }

  /** @returns the innermost variable of a name. */
  find(name: string): Variable | undefined {
    return this.#variables.findLast((variable) => variable.name === name);
  }

  variableNames(): string[] {
    return this.#variables.map(({ name }) => name);
  }

  report(node: Node, draft: Omit<ProblemDraft, 'offset'>): void {
    this.compilation.problems.push({ ...draft, offset: node.offset });
  }

  warn(node: Node, draft: Omit<ProblemDraft, 'offset'>): void {
    this.compilation.warnings.push({ ...draft, offset: node.offset });
  }

  /** Returns a node's position, for errors of a record; computed only when one occurs. */
  locator(node: Node): Locator {
    const { text } = this.compilation;
    return () => locate(text, node.offset);
  }
}

export type Locator = () => Position;
