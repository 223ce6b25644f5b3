import type { ObjectType, ValueType } from '../value-type.ts';
import { locate, type Position, type ProblemDraft } from '../problem.ts';
import type { Node } from '../syntax/nodes.ts';
import type { Operand } from './operand.ts';

/** A variable of a macro. */
export interface Variable {
  name: string;
  type: ValueType;
  /** Where its value stands in `Run.slots`. */
  slot: number;
}

/** What one compilation is about and collects, shared by all of its scopes. */
export interface Compilation {
  readonly text: string;
  readonly record: ObjectType;
  /** Compiles any node; handed in, so that the compilers of each kind need not import each other. */
  readonly compile: (node: Node, scope: Scope) => Operand;
  readonly problems: ProblemDraft[];
  readonly warnings: ProblemDraft[];
  /** Canonical text of the paths of the record that are read. */
  readonly paths: Set<string>;
  /** Stored lookup tables that are named. */
  readonly tables: Set<string>;
  usesClock: boolean;
}

/** The names that an expression may use: the record's fields, and the variables of the macros around it. */
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

  /** A scope with further variables; each has a slot that no variable around it has. */
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

  /** Gives the place of a node, for errors of a record; worked out when there is one. */
  locator(node: Node): Locator {
    const { text } = this.compilation;
    return () => locate(text, node.offset);
  }
}

export type Locator = () => Position;
