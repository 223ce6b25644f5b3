import { SyntaxProblem } from '../problem.ts';
import { readTokens, type Token } from './tokens.ts';

/** The tokens of a formula, read from left to right. */
export class Cursor {
  readonly #tokens: readonly Token[];
  #index = 0;

  /** @throws {SyntaxProblem} */
  constructor(text: string) {
    this.#tokens = readTokens(text);
  }

  peek(ahead = 0): Token {
    const token = this.#tokens[Math.min(this.#index + ahead, this.#tokens.length - 1)];
    if (token === undefined) throw new RangeError('A token list always has an end.');
    return token;
  }

  next(): Token {
    const token = this.peek();
    this.#index += 1;
    return token;
  }

  isAt(symbol: string): boolean {
    const token = this.peek();
    return token.kind === 'symbol' && token.text === symbol;
  }

  /** Consumes a symbol if it is the next token. */
  take(symbol: string): boolean {
    const found = this.isAt(symbol);
    if (found) this.#index += 1;
    return found;
  }

  /** @throws {SyntaxProblem} if the next token is another one. */
  expect(symbol: string): void {
    if (!this.take(symbol)) this.fail(`\`${symbol}\``);
  }

  /** @throws {SyntaxProblem} always: `expected` is what the next token should have been. */
  fail(expected: string): never {
    const token = this.peek();
    const found = describeToken(token);
    const message = `Expected ${expected}, found ${found}`;
    throw new SyntaxProblem({ code: 'syntax', offset: token.offset, message, expected, found });
  }
}

function describeToken(token: Token): string {
  switch (token.kind) {
    case 'end':
      return 'the end';
    case 'string':
      return 'a text';
    case 'number':
      return 'a number';
    case 'name':
    case 'quoted_name':
    case 'symbol':
      return `\`${token.text}\``;
  }
}
