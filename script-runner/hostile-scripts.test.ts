import { afterAll, describe, expect, it } from 'vitest';
import type { ConsoleLine, ScriptAnswer, ScriptOutcome } from '../core/scripts.ts';
import type { JsonObject } from '../core/json.ts';
import { consoleLineMax, consoleLinesMax, depthMax } from './limits.ts';
import { createScriptRunner } from './script-runner.ts';

const runner = createScriptRunner({ threads: 2 });
afterAll(() => runner.close());

const never = new AbortController().signal;
const nowMs = Date.UTC(2026, 10, 21, 12);

interface Options {
  orgId?: string;
  seed?: string;
  records?: JsonObject[];
  timeoutMs?: number;
  onConsole?: (line: ConsoleLine) => void;
}

function run(source: string, options: Options = {}): Promise<ScriptAnswer> {
  const { orgId = 'org', seed = 'run', records = [{ n: 1 }], timeoutMs, onConsole } = options;
  const entries = records.map((record, index) => ({ key: `key-${index}`, record }));
  const script = { language: 'javascript', source, timeout_ms: timeoutMs } as const;
  return runner.open({ orgId, nowMs, seed, onConsole }).run(script, entries, never);
}

/** Runs the body of a function on one record. */
async function runBody(body: string, options: Options = {}): Promise<ScriptOutcome | undefined> {
  const answer = await run(`export default (record, ctx) => {\n${body}\n};`, options);
  if (!answer.ok) throw new Error(answer.message);
  return answer.outcomes[0];
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
const failed = (message: unknown) => ({ outcome: 'failed', message });
const overtime = failed('It did not end within its time.');
const tooDeep = /too deep|stack overflow|nested deeper|within its time/;

describe('script-runner/hostile-scripts', () => {
  it.each([
    ['an endless loop', 'for (;;);'],
    ['an endless loop that catches everything', 'for (;;) try { for (;;); } catch {} finally { continue; }'],
    ['a pattern that backtracks without end', 'return { x: /(a+)+$/.test("a".repeat(60) + "b") };'],
    ['a built-in that does not look at the clock', 'return { x: Array(1e8).join("x") };'],
    ['a sort of what is not there', 'return { x: [].sort.call({ length: 1e9 }) };'],
    ['a getter of the result that does not end', 'return { get x() { for (;;); } };'],
    ['a toJSON that does not end', 'return { toJSON() { for (;;); } };'],
    ['a proxy that does not end', 'return new Proxy({}, { ownKeys() { for (;;); } });'],
  ])('stops %s', async (_, body) => {
    expect(await runBody(body)).toEqual(overtime);
  });

  it.each([
    ['memory', 'const all = []; for (;;) all.push(new Array(10_000).fill(all.length));'],
    ['typed arrays', 'const all = []; for (;;) all.push(new Uint8Array(1_000_000).fill(1));'],
    ['text', 'const all = []; for (let i = 0; ; i += 1) all.push(String(i).repeat(100_000));'],
  ])('stops a bomb of %s', async (_, body) => {
    expect(await runBody(body, { timeoutMs: 10_000 })).toEqual(
      failed(expect.stringMatching(/more memory|out of memory|within its time/)),
    );
  });

  it('refuses a text longer than the engine bears', async () => {
    expect(await runBody('let text = "x"; for (;;) text += text;')).toEqual(
      failed(expect.stringContaining('too long')),
    );
  });

  it.each([
    ['a result nested without end', 'let x = 1; for (let i = 0; i < 20_000; i += 1) x = [x]; return { x };'],
    ['a result nested too deep', `let x = 1; for (let i = 0; i < ${depthMax}; i += 1) x = { x }; return { x };`],
    ['text that is nested without end', 'return JSON.parse("[".repeat(1e5) + "]".repeat(1e5));'],
    ['code that is nested without end', 'return eval("(".repeat(30_000) + "1" + ")".repeat(30_000));'],
    ['calls without end', 'const f = () => f() + 1; return f();'],
  ])('refuses %s', async (_, body) => {
    expect(await runBody(body)).toEqual(failed(expect.stringMatching(tooDeep)));
  });

  it('refuses a record that is nested too deep, and runs the script on the others', async () => {
    const deep = JSON.parse(`${'{"x":'.repeat(100_000)}1${'}'.repeat(100_000)}`) as JsonObject;

    const answer = await run('export default (record) => record', { records: [{ n: 1 }, deep, { n: 2 }] });

    expect(answer).toEqual({
      ok: true,
      outcomes: [
        { outcome: 'record', record: { n: 1 } },
        failed(expect.stringContaining('nested deeper')),
        { outcome: 'record', record: { n: 2 } },
      ],
    });
  });

  it.each([
    ['through a constructor', 'return { x: (() => {}).constructor.constructor("return process")() };'],
    ['by name', 'return { x: process.env };'],
    ['through require', 'return { x: require("fs") };'],
    ['through the arguments of the call', 'return { x: ctx.constructor.constructor("return process")() };'],
  ])('has no process to reach %s', async (_, body) => {
    expect(await runBody(body)).toEqual(failed(expect.stringMatching(/^ReferenceError: .* is not defined/)));
  });

  it('knows nothing of files, sockets, timers, threads and the world around', async () => {
    const names = [
      'process', 'require', 'module', 'fetch', 'XMLHttpRequest', 'WebSocket', 'setTimeout', 'setInterval', 'setImmediate',
      'queueMicrotask', 'Deno', 'Bun', 'std', 'os', 'WebAssembly', 'Worker', 'SharedArrayBuffer', 'Atomics', 'performance',
      'navigator', 'importScripts', 'scriptArgs', 'print',
    ]; // prettier-ignore

    const outcome = await runBody(`return { found: ${JSON.stringify(names)}.filter((name) => name in globalThis) };`);

    expect(outcome).toEqual({ outcome: 'record', record: { found: [] } });
  });

  it('imports nothing', async () => {
    const answer = await run('import fs from "node:fs"; export default () => ({})');

    expect(answer).toEqual({ ok: false, message: expect.stringContaining('could not load module') });
    expect(await runBody('import("node:fs"); return record;')).toEqual({ outcome: 'record', record: { n: 1 } });
  });

  it.each([
    ['undefined', 'return undefined;', 'nothing'],
    ['no return', 'record.n = 2;', 'nothing'],
    ['a function', 'return () => record;', 'not one record'],
    ['a number', 'return 5;', 'not one record'],
    ['NaN', 'return NaN;', 'not one record'],
    ['a list of records', 'return [record, record];', 'not one record'],
    ['a text that looks like a record', 'return "{}";', 'not one record'],
    ['a record that shows itself as a list', 'return { toJSON: () => [1] };', 'not one record'],
    ['NaN in a record', 'return { a: [{ b: NaN }] };', 'NaN'],
    ['Infinity in a record', 'return { a: 1 / 0 };', 'Infinity'],
    ['a BigInt in a record', 'return { a: 1n };', 'BigInt'],
    ['a cycle', 'record.self = record; return record;', 'circular'],
    ['a promise', 'return Promise.resolve(record);', 'promise'],
    ['a promise that never settles', 'return new Promise(() => {});', 'promise'],
    ['too much', 'return { a: "x".repeat(9_000_000) };', 'too large'],
  ])('refuses %s as a result', async (_, body, message) => {
    expect(await runBody(body, { timeoutMs: 10_000 })).toEqual(failed(expect.stringContaining(message)));
  });

  it('refuses an async function', async () => {
    expect(await run('export default async (record) => record')).toEqual({
      ok: true,
      outcomes: [failed(expect.stringContaining('promise'))],
    });
  });

  it('takes null for a record to leave out, and keeps null members', async () => {
    expect(await runBody('return null;')).toEqual({ outcome: 'filtered' });
    expect(await runBody('return { a: null, b: [null], c: undefined };')).toEqual({
      outcome: 'record',
      record: { a: null, b: [null] },
    });
  });

  it.each([
    ['an error', 'throw new TypeError("no")', 'TypeError: no (line 2, column'],
    ['an error of the engine', 'return null.x', "TypeError: cannot read property 'x' of null (line 2, column"],
    ['a text', 'throw "plain"', 'plain'],
    ['a text that no database holds', 'throw "a\\0b\\ud800c"', 'ab\ufffdc'],
    ['a number', 'throw 42', '42'],
    ['nothing', 'throw undefined', 'undefined'],
    ['an object', 'throw { code: 7 }', '{"code":7}'],
    ['a symbol', 'throw Symbol("odd")', 'Symbol(odd)'],
    ['what cannot be shown', 'throw { get message() { throw 1; } }', 'an error that cannot be shown'],
    ['a proxy that throws', 'throw new Proxy({}, { has() { throw 1; } })', 'an error that cannot be shown'],
    ['a cycle', 'const a = {}; a.a = a; throw a', '[unprintable]'],
  ])('tells that a script threw %s', async (_, body, message) => {
    expect(await runBody(body)).toEqual(failed(expect.stringContaining(message)));
  });

  it('shows at most so much of an error', async () => {
    const outcome = await runBody('throw new Error("x".repeat(1_000_000))');

    expect(outcome?.outcome === 'failed' && outcome.message.length).toBeLessThan(600);
  });

  it('lets a script spoil its own world only', async () => {
    const spoil = `
      Object.prototype.toJSON = () => 'spoilt';
      Array.prototype.join = () => 'spoilt';
      Object.defineProperty(Array.prototype, '0', { set() {}, get: () => 'spoilt' });
      JSON.stringify = JSON.parse = () => 'spoilt';
      globalThis.console.log = undefined;
      String.prototype.slice = () => 'spoilt';
      record.__proto__.polluted = true;
      return record;`;

    await runBody(spoil);

    const clean =
      'return { n: record.n, polluted: "polluted" in {}, text: "text".slice(1), kept: globalThis.kept ?? 0 };';
    expect(await runBody(clean)).toEqual({
      outcome: 'record',
      record: { n: 1, polluted: false, text: 'ext', kept: 0 },
    });
    expect(({} as JsonObject)['polluted']).toBeUndefined();
  });

  it('hands members called __proto__ and constructor on as plain data', async () => {
    const record = JSON.parse('{"__proto__":{"admin":true},"constructor":{"x":1}}') as JsonObject;

    const outcome = await runBody('return record;', { records: [record] });

    expect(JSON.stringify(outcome)).toBe(JSON.stringify({ outcome: 'record', record }));
    expect(({} as JsonObject)['admin']).toBeUndefined();
  });

  it.each([
    ['of the same organization', 'org'],
    ['of another organization', 'other'],
  ])('keeps nothing for the next batch %s', async (_, orgId) => {
    const leave = 'globalThis.left = "behind"; Array.left = "behind"; export default (record) => record';
    const look = 'export default () => ({ left: typeof globalThis.left, array: typeof Array.left })';

    await run(leave);

    expect(await run(look, { orgId })).toEqual({
      ok: true,
      outcomes: [{ outcome: 'record', record: { left: 'undefined', array: 'undefined' } }],
    });
  });

  it('gives the same run the same time and chance, record by record, however they are cut into batches', async () => {
    const source = `export default (record, ctx) => ({
      key: ctx.key, now: ctx.now, date: Date.now(), made: new Date(), text: Date(), random: [Math.random(), Math.random()],
    })`;

    const all = await run(source, { records: numbered(3) });
    const again = await run(source, { records: numbered(3) });
    const first = await run(source, { records: numbered(1) });
    const otherRun = await run(source, { records: numbered(1), seed: 'another run' });

    if (!all.ok || !first.ok || !otherRun.ok) throw new Error('It does not run.');
    expect(again).toEqual(all);
    expect(first.outcomes[0]).toEqual(all.outcomes[0]);
    expect(all.outcomes[0]).toMatchObject({
      record: { key: 'key-0', now: '2026-11-21T12:00:00.000Z', date: nowMs, made: '2026-11-21T12:00:00.000Z' },
    });
    const randoms = [...all.outcomes, ...otherRun.outcomes].map((outcome) =>
      outcome.outcome === 'record' ? JSON.stringify(outcome.record['random']) : '',
    );
    expect(new Set(randoms).size).toBe(4);
  });

  it('takes down a bounded part of what a script prints', async () => {
    const lines: ConsoleLine[] = [];

    await runBody(
      'console.warn("careful", { a: 1 }, undefined, 5); for (let i = 0; i < 1000; i += 1) console.log("x".repeat(5000)); return record;',
      { onConsole: (line) => lines.push(line), timeoutMs: 10_000 },
    );

    expect(lines[0]).toEqual({ level: 'warn', text: 'careful {"a":1} undefined 5' });
    expect(lines).toHaveLength(consoleLinesMax);
    expect(lines.every(({ text }) => text.length <= consoleLineMax)).toBe(true);
  });

  it.each([
    ['loops', 'for (;;);'],
    ['holds the processor in a built-in', 'Array(1e8).join("x");'],
    ['fills its memory', 'for (const all = []; ; ) all.push(new Array(10_000).fill(1));'],
  ])('finds exactly the records on which a script %s', async (_, deed) => {
    const source = `export default (record) => { if (record.n === 9 || record.n === 15) { ${deed} } return record; }`;

    const answer = await run(source, { records: numbered(16) });

    if (!answer.ok) throw new Error(answer.message);
    expect(answer.outcomes.flatMap(({ outcome }, n) => (outcome === 'failed' ? [n] : []))).toEqual([9, 15]);
    expect(answer.outcomes.filter(({ outcome }) => outcome === 'record')).toEqual(
      numbered(16)
        .filter(({ n }) => n !== 9 && n !== 15)
        .map((record) => ({ outcome: 'record', record })),
    );
  });

  it('says that a script is wrong which ends on no record', async () => {
    const answer = await run('export default () => { for (;;); }', { records: numbered(100), timeoutMs: 100 });

    expect(answer).toEqual({ ok: false, message: expect.stringContaining('more than 10 records') });
  });

  it.each([
    ['syntax', 'export default (record) => {\n  return record +;\n}', /^SyntaxError: .* \(line 2, column \d+\)$/],
    ['an import', 'import x from "y"; export default x', /could not load module/],
    ['no default export', 'const x = 1;', /no default export/],
    ['a default export that is no function', 'export default { a: 1 }', /no default export/],
    ['an error at its top', 'throw new Error("at the top"); export default 1', /^Error: at the top \(line 1/],
    ['a loop at its top', 'for (;;); export default (r) => r', /within its time/],
    ['something awaited at its top', 'await new Promise(() => {}); export default (r) => r', /awaits/],
    ['parentheses without end', `export default ${'('.repeat(60_000)}`, tooDeep],
  ])('finds %s before a script is saved', async (_, source, message) => {
    expect(await runner.check('org', { language: 'javascript', source })).toEqual({
      ok: false,
      message: expect.stringMatching(message),
    });
  });

  it('accepts what it can run', async () => {
    const source =
      'const rate = 12;\nexport default function yearly(record) { return { ...record, pay: record.pay * rate }; }';

    expect(await runner.check('org', { language: 'javascript', source })).toEqual({ ok: true });
    expect(await run(source, { records: [{ pay: 3 }] })).toMatchObject({ outcomes: [{ record: { pay: 36 } }] });
  });
});
