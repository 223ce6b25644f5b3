import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import { createScriptRunner } from '../script-runner/index.ts';
import { toPerson } from '../test/harness/people.ts';
import { round } from './memory.ts';

/**
 * `npm run bench:scripts`: records per second of a script in the sandbox process, beside the same function in a bare
 * QuickJS loop that takes and gives JSON text, 1,000 records a call, without a process around it, limits and checks.
 *
 * Both run in turns, a batch each; the best one of each counts. The sandbox's time is all that its caller waits.
 */
const source = `export default (record, ctx) => ({
  id: record.id,
  login: record.work_email.trim().toLowerCase(),
  name: record.first_name + ' ' + record.last_name,
  department: record.department,
  title: record.job_title ?? 'Employee',
  status: { A: 'ACTIVE', T: 'SUSPENDED' }[record.state] ?? 'STAGED',
  started: record.start_date.split('-').reverse().join('.'),
  salary: Math.round(Number(record.salary) * 12),
  remote: record.remote === 'yes',
  phones: [record.phone].filter((phone) => phone !== '').map((phone) => phone.replaceAll(' ', '')),
})`;
const loop = `((script) => (text) => {
  const records = JSON.parse(text);
  const results = [];
  for (let i = 0; i < records.length; i += 1) results[i] = JSON.stringify(script(records[i], {}));
  return '[' + results.join(',') + ']';
})`;

const turns = 150;
const records = Array.from({ length: 1000 }, (_, n) => toPerson(n));
const entries = records.map((record, n) => ({ key: String(n), record }));

const bareBatch = await openBareLoop();
const runner = createScriptRunner({ threads: 1 });
const executor = runner.open({ orgId: 'bench', nowMs: Date.now(), seed: 'bench' });
const script = { language: 'javascript', source } as const;
const never = new AbortController().signal;

async function sandboxBatch(): Promise<unknown[]> {
  const answer = await executor.run(script, entries, never);
  if (!answer.ok) throw new Error(answer.message);
  return answer.outcomes.map((outcome) => (outcome.outcome === 'record' ? outcome.record : outcome));
}

async function openBareLoop(): Promise<() => unknown[]> {
  const quickjs = await newQuickJSWASMModuleFromVariant(variant);
  const context = quickjs.newContext();
  const module = context.unwrapResult(context.evalCode(source, 'script.js', { type: 'module' }));
  const make = context.unwrapResult(context.evalCode(loop));
  const run = context.unwrapResult(context.callFunction(make, context.undefined, context.getProp(module, 'default')));
  return () => {
    using text = context.newString(JSON.stringify(records));
    using result = context.unwrapResult(context.callFunction(run, context.undefined, text));
    return JSON.parse(context.getString(result));
  };
}

/** Records per second of one batch. */
async function measure(batch: () => unknown): Promise<number> {
  const begun = performance.now();
  await batch();
  return (records.length * 1000) / (performance.now() - begun);
}

if (JSON.stringify(await sandboxBatch()) !== JSON.stringify(bareBatch())) throw new Error('The two differ.');
let bare = 0;
let sandboxed = 0;
for (let turn = 0; turn < turns; turn += 1) {
  bare = Math.max(bare, await measure(bareBatch));
  sandboxed = Math.max(sandboxed, await measure(sandboxBatch));
}
await runner.close();
console.log(
  JSON.stringify({
    script_ratio: round(sandboxed / bare, 2),
    sandbox_per_second: Math.round(sandboxed),
    bare_per_second: Math.round(bare),
  }),
);
