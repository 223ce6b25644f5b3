import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { weighJson } from './weigh-json.ts';

const list = (count: number, make: (n: number) => string): string =>
  `[${Array.from({ length: count }, (_, n) => make(n)).join(',')}]`;

const shapes: Readonly<Record<string, string>> = {
  'empty objects': list(50_000, () => '{}'),
  'empty lists': list(50_000, () => '[]'),
  'lists in lists': list(50_000, () => '[[]]'),
  fractions: list(50_000, () => '1.5'),
  'different texts': list(50_000, (n) => `"a${n}"`),
  'texts of other scripts': list(50_000, (n) => `"€${n}${'a'.repeat(40)}"`),
  'objects that are alike': list(50_000, () => '{"id":1}'),
  'objects that are not': list(50_000, (n) => `{"a${n}":1}`),
  'names that are numbers': list(50_000, () => '{"9000":1}'),
  'one object': `{${list(50_000, (n) => `"a${n}":1`).slice(1, -1)}}`,
  nesting: '['.repeat(50_000) + ']'.repeat(50_000),
};

/** Bytes that the values of some texts take, each measured in a heap that holds nothing else. */
const measure = `
  let text = '';
  process.stdin.on('data', (chunk) => (text += chunk)).on('end', () => {
    const measured = JSON.parse(text).map((one) => {
      gc();
      const before = process.memoryUsage().heapUsed;
      const value = JSON.parse(one);
      gc();
      return [process.memoryUsage().heapUsed - before, typeof value][0];
    });
    console.log(JSON.stringify(measured));
  });`;

async function measureAll(texts: readonly string[]): Promise<number[]> {
  const running = promisify(execFile)(process.execPath, ['--expose-gc', '-e', measure]);
  running.child.stdin?.end(JSON.stringify(texts));
  const measured: unknown = JSON.parse((await running).stdout);
  return Array.isArray(measured) ? measured.map(Number) : [];
}

describe('core/json/weigh-json', () => {
  it('nothing weighs less than what it becomes takes', { timeout: 30_000 }, async () => {
    const measured = await measureAll(Object.values(shapes));
    const lighter = Object.entries(shapes).filter(([, text], at) => weighJson(text).bytes < (measured[at] ?? Infinity));
    expect(lighter.map(([name]) => name)).toEqual([]);
  });

  it('what stands in texts is not counted', () => {
    expect(weighJson('["[{,:\\"[{,:"]').values).toBe(weighJson('["abcdefghijkl"]').values);
  });

  it('different names are counted once, across objects and lines', () => {
    expect(weighJson('{"a":1,"b":{"a":2}}\n{"b":1,"c\\"d":2}').names).toBe(3);
  });

  it.each(['', '"', '{"a', '["\\', '::::'])('text that is no JSON is weighed all the same: %s', (text) => {
    expect(weighJson(text).bytes).toBeGreaterThanOrEqual(text.length);
  });
});
