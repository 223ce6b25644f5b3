import { SyntaxProblem } from '../problem.ts';
import { Cursor } from './cursor.ts';
import type { BinaryOperator, Node, UnaryOperator } from './nodes.ts';
import { type Parser, parsePrimary } from './parse-primary.ts';

/** Maximum height of a formula's tree; bounds every recursion over it and its closures. */
const depthMax = 200;

/**
 * Parses a formula: the grammar of CEL, and `??` to replace null.
 *
 * `??` binds tighter than comparisons and looser than `+`, as in Swift and Kotlin: `a ?? 0 > 5` compares the result.
 *
 * @see https://github.com/google/cel-spec/blob/master/doc/langdef.md#syntax
 * @param onNode Is told where each node stands.
 * @throws {SyntaxProblem} at the first mistake.
 */
export function parse(text: string, onNode?: OnNode): Node {
  const parser = new ExpressionParser(new Cursor(text), onNode);
  const node = parser.parseExpression();
  if (parser.cursor.peek().kind !== 'end') parser.cursor.fail('an operator or the end');
  return node;
}

/**
 * Receives a node and its range in the text, which may include trailing spaces. Ranges of groups exclude their
 * brackets.
 */
export type OnNode = (node: Node, start: number, end: number) => void;

const precedence: Readonly<Record<BinaryOperator, number>> = {
  '||': 1,
  '&&': 2,
  '<': 3,
  '<=': 3,
  '>': 3,
  '>=': 3,
  '==': 3,
  '!=': 3,
  in: 3,
  '??': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
};

/** Tracks the depth of the parser, which is unknown from the tree until it is built. */
class ExpressionParser implements Parser {
  readonly cursor: Cursor;
  readonly #onNode: OnNode | undefined;
  #level = 0;

  constructor(cursor: Cursor, onNode?: OnNode) {
    this.cursor = cursor;
    this.#onNode = onNode;
  }

  mark(node: Node, start: number): Node {
    this.#onNode?.(node, start, this.cursor.peek().offset);
    return node;
  }

  parseExpression(): Node {
    this.#descend();
    const start = this.cursor.peek().offset;
    const test = this.#parseBinary(1);
    const { offset } = this.cursor.peek();
    if (!this.cursor.take('?')) return this.#ascend(test);
    const positive = this.parseExpression();
    this.cursor.expect(':');
    const negative = this.parseExpression();
    const depth = this.measure(offset, test, positive, negative);
    return this.#ascend(this.mark({ kind: 'conditional', offset, depth, test, positive, negative }, start));
  }

  measure(offset: number, ...parts: readonly Node[]): number {
    let depth = 1;
    for (const part of parts) depth = Math.max(depth, part.depth + 1);
    if (depth > depthMax) refuseDepth(offset);
    return depth;
  }

  #parseBinary(lowest: number): Node {
    const start = this.cursor.peek().offset;
    let left = this.#parseUnary();
    while (true) {
      const { offset } = this.cursor.peek();
      const operator = this.#peekOperator();
      if (operator === undefined || precedence[operator] < lowest) return left;
      this.cursor.next();
      // `??` associates to the right. The result is the same either way, and the tree is flatter.
      const right = this.#parseBinary(precedence[operator] + 1);
      const depth = this.measure(offset, left, right);
      left = this.mark({ kind: 'binary', offset, depth, operator, left, right }, start);
    }
  }

  #peekOperator(): BinaryOperator | undefined {
    const { kind, text } = this.cursor.peek();
    return (kind === 'symbol' || text === 'in') && isBinaryOperator(text) ? text : undefined;
  }

  /** A loop, so that a long row of signs cannot overflow the stack. */
  #parseUnary(): Node {
    const signs: { operator: UnaryOperator; offset: number }[] = [];
    while (this.cursor.isAt('!') || this.cursor.isAt('-')) {
      const { text, offset } = this.cursor.next();
      signs.push({ operator: text === '!' ? '!' : '-', offset });
    }
    let node = parsePrimary(this);
    for (const { operator, offset } of signs.toReversed()) {
      const depth = this.measure(offset, node);
      node = this.mark({ kind: 'unary', offset, depth, operator, operand: node }, offset);
    }
    return node;
  }

  #descend(): void {
    this.#level += 1;
    if (this.#level > depthMax) refuseDepth(this.cursor.peek().offset);
  }

  #ascend(node: Node): Node {
    this.#level -= 1;
    return node;
  }
}

function isBinaryOperator(text: string): text is BinaryOperator {
  return Object.hasOwn(precedence, text);
}

function refuseDepth(offset: number): never {
  const message = `The formula is nested deeper than ${depthMax} levels; simplify it or split it`;
  throw new SyntaxProblem({ code: 'nested_too_deep', offset, message });
}
