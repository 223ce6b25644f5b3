import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpServer } from '../../api/server.ts';
import { toId, toUuid } from '../../core/ids.ts';
import { addIntegration } from '../api/flows.ts';
import { actOnRuns } from '../api/run-acts.ts';
import { type CliUnderTest, type RunOptions, startCliUnderTest } from './harness.ts';

let cli: CliUnderTest;

/** A second address of the API, which can go away. */
let server: Server;
let isAway = false;

beforeAll(async () => {
  cli = await startCliUnderTest();
  server = createHttpServer(cli.api.app, pino({ level: 'silent' }), 'http://hub.example');
  server.prependListener('connection', (socket) => void (isAway && socket.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await cli.close();
});

/** Starts a command that goes on, and waits for what it says. */
function follow(args: readonly string[], options: RunOptions = {}) {
  let said = '';
  let wake = Promise.withResolvers<void>();
  const hear = (chunk: string): void => {
    said += chunk;
    wake.resolve();
    wake = Promise.withResolvers();
  };
  const ended = cli.run(args, { ...options, onOut: hear, onErr: hear });
  const waitFor = async (what: string | ((text: string) => boolean)): Promise<void> => {
    while (typeof what === 'string' ? !said.includes(what) : !what(said)) await wake.promise;
  };
  return { ended, waitFor };
}

async function startRun(name: string): Promise<{ integration: string; run: string }> {
  const { id } = await addIntegration(cli.api, { name });
  return { integration: id, run: (await cli.run(['integrations', 'execute', name, '--field', 'id'])).out.trim() };
}

/** Writes into the log of a run, as if so long ago. */
async function log(run: string, code: string, secondsAgo = 0): Promise<void> {
  await cli.api.admin`
    insert into run_logs (org_id, id, run_id, level, code, message, created_at)
    select org_id, uuidv7(), id, 'info', ${code}, 'It happened.', now() - ${secondsAgo} * interval '1 second'
    from runs where id = ${toUuid('run', run) ?? ''}`;
}

const readLines = (out: string): Record<string, unknown>[] =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Whole lines on a run. */
function findLines(out: string, run: string): string[] {
  return out.split(/(?<=\n)/).filter((line) => line.startsWith(`{"id":"${run}"`) && line.endsWith('\n'));
}

async function listLog(run: string): Promise<{ id: string; code: string }[]> {
  return JSON.parse((await cli.run(['runs', 'logs', run, '--json'])).out);
}

describe('test/cli/follow', { timeout: 120_000 }, () => {
  it('goes on after a lost connection, with every entry once', async () => {
    const { integration, run } = await startRun('Lost');
    const { port } = server.address() as AddressInfo;
    const tail = follow(['runs', 'tail', run, '--json'], { env: { HUB_URL: `http://127.0.0.1:${port}` } });

    await tail.waitFor('"queued"');
    isAway = true;
    server.closeAllConnections();
    await log(run, 'while_away');
    await tail.waitFor('The hub does not answer');
    isAway = false;
    await tail.waitFor('while_away');
    await actOnRuns(cli.api).finish(integration, run);
    const { code, out, err } = await tail.ended;

    expect([code, readLines(out)]).toEqual([0, await listLog(run)]);
    expect(err).toContain('The hub answers again.');
  });

  it('shows entries that come late, and none twice', async () => {
    const { integration, run } = await startRun('Late');
    await log(run, 'old', 300);
    const tail = follow(['runs', 'logs', run, '--follow', '--json']);

    await log(run, 'newest');
    await tail.waitFor('newest');
    await log(run, 'a_little_late', 30);
    await tail.waitFor('a_little_late');
    await log(run, 'very_late', 600);
    await actOnRuns(cli.api).finish(integration, run);
    const { code, out } = await tail.ended;

    const shown = readLines(out).map((entry) => entry['code']);
    expect(code).toBe(0);
    expect(shown).toHaveLength((await listLog(run)).length);
    expect(new Set(shown).size).toBe(shown.length);
    expect(shown).toEqual(
      expect.arrayContaining(['queued', 'old', 'newest', 'a_little_late', 'very_late', 'finished']),
    );
  });

  it('begins behind an entry when it is told to', async () => {
    const { integration, run } = await startRun('Behind');
    await log(run, 'seen');
    await log(run, 'not_seen');
    await actOnRuns(cli.api).finish(integration, run);
    const id = (await listLog(run)).find(({ code }) => code === 'seen')?.id ?? '';

    const tailed = await cli.run(['runs', 'tail', run, '--after', id, '--json']);
    const listed = await cli.run(['runs', 'logs', run, '--after', id, '--field', 'code']);
    const wrong = await cli.run(['runs', 'tail', run, '--after', 'somewhere']);

    expect(readLines(tailed.out).map(({ code }) => code)).toEqual(['not_seen', 'finished']);
    expect(listed.out).toBe('not_seen\nfinished\n');
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('--after takes the id of an entry')]);
  });

  it('shows all runs, however many come at once, and the end of those that others have pushed down', async () => {
    const { integration, run } = await startRun('Pushed down');
    const stop = new AbortController();
    const tail = follow(['runs', 'tail', '--json'], { signal: stop.signal });
    const uuid = toUuid('run', run) ?? '';
    const hasEnded = (text: string): boolean => /"status":"succeeded"/.test(findLines(text, run).at(-1) ?? '');

    await tail.waitFor(run);
    const added = await cli.api.admin<{ id: string }[]>`
      insert into runs select (jsonb_populate_record(runs, jsonb_build_object(
        'id', uuidv7(), 'status', 'succeeded', 'finished_at', now()))).*
      from runs cross join generate_series(1, 130) where id = ${uuid} returning id`;
    const ids = added.map(({ id }) => toId('run', id));
    await tail.waitFor((text) => ids.every((id) => text.includes(id)));
    await actOnRuns(cli.api).finish(integration, run);
    await tail.waitFor(hasEnded);
    stop.abort(new Error('Ctrl-C'));
    const { code, out } = await tail.ended;

    expect([code, ids.length]).toEqual([130, 130]);
    expect(ids.filter((id) => findLines(out, id).length !== 1)).toEqual([]);
    expect(findLines(out, run)).toHaveLength(2);
  });
});
