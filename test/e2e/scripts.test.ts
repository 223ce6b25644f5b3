import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { execute, isOver, readRun } from '../harness/flow.ts';
import { type PeopleHub, startPeopleHub, startTimeoutMs, stopTimeoutMs } from '../harness/people-hub.ts';
import { makePeople, toPerson } from '../harness/people.ts';

const timeoutMs = 120_000;

let hub: PeopleHub;

beforeAll(async () => {
  hub = await startPeopleHub('scripts');
  await hub.target.sql.unsafe(`
    alter table people add column written integer not null default 1;
    create function count_write() returns trigger language plpgsql as
      $$ begin new.written = old.written + 1; return new; end $$;
    create trigger written before update on people for each row execute function count_write()`);
}, startTimeoutMs);

afterAll(() => hub.stop(), stopTimeoutMs);

function createScriptFlow(name: string, body: string, limitMs = 1000): Promise<string> {
  const text = `export default (record, ctx) => {\n${body}\n};`;
  const script = { language: 'javascript', source: text, timeout_ms: limitMs };
  return hub.createFlow(name, { script });
}

/** The sandbox process of the worker; `undefined` while there is none. */
function findSandbox(): number | undefined {
  const worker = hub.refresh().pids['worker'];
  const children = readdirSync('/proc').filter((pid) => readParent(pid) === worker);
  return children.map(Number).find((pid) => readProc(String(pid), 'cmdline').includes('script-runner/main.ts'));
}

/** @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html (the parent is the second field after the name) */
function readParent(pid: string): number {
  return Number(
    readProc(pid, 'stat')
      .replace(/^.*\) /, '')
      .split(' ')[1],
  );
}

/** Nothing, where it is no process, or one that has ended. */
function readProc(pid: string, file: string): string {
  try {
    return /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/${file}`, 'utf8') : '';
  } catch {
    return '';
  }
}

describe('test/e2e/scripts', () => {
  it(
    'moves what a script makes of the records, and keeps those that it fails on',
    async () => {
      hub.source.records = Array.from({ length: 300 }, (_, n) => ({ ...toPerson(n), n }));
      const flow = await createScriptFlow(
        'hostile',
        `if (record.n === 10) return null;
         if (record.n === 20) throw new TypeError('no');
         if (record.n === 30) for (;;);
         if (record.n === 40) return { x: Array(1e8).join('x') };
         console.log('saw', ctx.key.length);
         return { ...record, department: 'Scripted' };`,
      );

      const run = await hub.waitForEnd(await execute(hub.api, flow));
      const deadLetters = await hub.api.call(
        'GET',
        `/runs/${run.id}/records`,
        z.array(z.looseObject({ source_key: z.string() })),
      );
      const logs = await hub.api.call('GET', `/runs/${run.id}/logs`, z.array(z.looseObject({ code: z.string() })));
      const again = await hub.waitForEnd(await execute(hub.api, flow));

      expect(run).toMatchObject({
        status: 'partially_succeeded',
        counters: { read: 300, created: 296, skipped: 1, failed: 3 },
      });
      expect(deadLetters.map(({ source_key: key }) => key).toSorted()).toEqual(
        [20, 30, 40].map((n) => toPerson(n)['id']),
      );
      expect(deadLetters).toContainEqual(
        expect.objectContaining({ code: 'script_failed', message: expect.stringMatching(/^TypeError: no \(line 3, /) }),
      );
      expect(logs).toContainEqual(
        expect.objectContaining({
          code: 'script_console',
          details: expect.objectContaining({ lines: expect.any(Array) }),
        }),
      );
      expect(await hub.target.sql`select distinct department from people`).toEqual([{ department: 'Scripted' }]);
      expect(again.counters).toMatchObject({ written: 0, failed: 3, skipped: 297 });
    },
    timeoutMs,
  );

  it(
    'loses and doubles nothing when the sandbox process is killed in the middle of a batch, again and again',
    async () => {
      await hub.target.sql`truncate people`;
      hub.source.records = makePeople(4000);
      const flow = await createScriptFlow(
        'killed',
        'for (let i = 0; i < 20_000; i += 1); return { ...record, department: "Scripted" };',
        5000,
      );

      const runId = await execute(hub.api, flow);
      const killed = new Set<number>();
      while (!isOver(await readRun(hub.api, runId))) {
        const pid = findSandbox();
        if (pid !== undefined && !killed.has(pid) && killed.size < 4) {
          // It has begun its batch: the batch before was killed while it had.
          await sleep(400);
          process.kill(pid, 'SIGKILL');
          killed.add(pid);
        }
        await sleep(50);
      }
      const run = await readRun(hub.api, runId);

      expect(killed.size).toBeGreaterThan(1);
      expect(run).toMatchObject({ status: 'succeeded', counters: { read: 4000, created: 4000, failed: 0 } });
      expect(await hub.target.sql`select count(*)::int as count, max(written) as written from people`).toEqual([
        { count: 4000, written: 1 },
      ]);
    },
    timeoutMs,
  );

  it(
    'fails a run whose script ends on no record, without burying that under dead letters',
    async () => {
      hub.source.records = makePeople(50);
      const flow = await createScriptFlow('endless', 'for (;;);');

      const run = await hub.waitForEnd(await execute(hub.api, flow));
      const steps = await hub.api.call('GET', `/runs/${run.id}/steps`, z.array(z.looseObject({ status: z.string() })));

      expect(run).toMatchObject({
        status: 'failed',
        error: { code: 'script_failed' },
        counters: { read: 0, failed: 0 },
      });
      expect(steps.find(({ status }) => status === 'failed')).toMatchObject({ component: { type: 'script' } });
    },
    timeoutMs,
  );
});
