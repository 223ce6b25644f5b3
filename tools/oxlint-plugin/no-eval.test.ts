import { describe } from 'vitest';
import { noEval } from './no-eval.ts';
import { testRule } from './rule-tester.ts';

describe('tools/oxlint-plugin/no-eval', () => {
  testRule('no-eval', noEval, {
    accepts: [
      ['engine/a.ts', 'const evaluate = () => 1; evaluate();'],
      ['engine/a.ts', 'let f: Function;'],
      ['engine/a.ts', 'class A { constructor() {} }'],
      ['engine/a.ts', 'if (value.constructor === Object) run();'],
      ['engine/a.ts', 'function run(eval2: string) { return eval2; }'],
    ],
    refuses: [
      ['engine/a.ts', "eval('1');"],
      ['engine/a.ts', 'const run = eval;'],
      ['engine/a.ts', "new Function('return 1')();"],
      ['engine/a.ts', "Function('return 1')();"],
      ['engine/a.ts', "globalThis.eval('1');"],
      ['engine/a.ts', "(() => 1).constructor('return 1')();"],
      ['engine/a.ts', "import { runInNewContext } from 'node:vm';"],
      ['engine/a.ts', "const vm = await import('vm');"],
    ],
  });
});
