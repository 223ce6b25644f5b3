import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addIntegration } from '../api/flows.ts';
import { actOnRuns } from '../api/run-acts.ts';
import { type CliUnderTest, startCliUnderTest } from './harness.ts';

let cli: CliUnderTest;

beforeAll(async () => {
  cli = await startCliUnderTest();
});

afterAll(() => cli.close());

/** Hears which run a command works on, from what it says. */
function listen(): { onErr: (chunk: string) => void; heard: Promise<void> } {
  const heard = Promise.withResolvers<void>();
  return { onErr: (chunk) => void (chunk.includes('queued') && heard.resolve()), heard: heard.promise };
}

async function newestRun(): Promise<string> {
  return (await cli.run(['runs', 'list', '--limit', '1', '--field', 'id'])).out.trim();
}

describe('test/cli/runs', { timeout: 120_000 }, () => {
  it('waits for the end of a run, and shows how it comes on', async () => {
    const { id } = await addIntegration(cli.api, { name: 'Waited for' });
    const { onErr, heard } = listen();

    const waiting = cli.run(['integrations', 'execute', 'Waited for', '--wait', '--json'], { onErr });
    await heard;
    await actOnRuns(cli.api).finish(id, await newestRun());
    const { code, out, err } = await waiting;

    expect([code, JSON.parse(out).status]).toEqual([0, 'succeeded']);
    expect(err).toMatch(/^queued · 0 read\n✓ run_\w+ succeeded · 0 read\n$/);
  });

  it('writes over one line on a terminal', async () => {
    const { id } = await addIntegration(cli.api, { name: 'On a terminal' });
    const { onErr, heard } = listen();

    const waiting = cli.run(['integrations', 'execute', 'On a terminal', '--wait'], { onErr, terminal: true });
    await heard;
    await actOnRuns(cli.api).finish(id, await newestRun());
    const { err } = await waiting;

    expect(err.startsWith('\r\u001b[2Kqueued · 0 read')).toBe(true);
    expect(err).toContain('succeeded');
  });

  it('ends otherwise for a run that failed', async () => {
    await addIntegration(cli.api, { name: 'Failing' });
    const { onErr, heard } = listen();

    const waiting = cli.run(['integrations', 'execute', 'Failing', '--wait'], { onErr });
    await heard;
    await cli.api.admin`
      update runs set status = 'failed', finished_at = now(), error = '{"code":"unreachable","message":"It is away."}'
      where status = 'queued'`;

    expect(await waiting).toMatchObject({ code: 7, err: expect.stringContaining('unreachable: It is away.') });
  });

  it('leaves the run at work when it is interrupted, and says how to look again', async () => {
    await addIntegration(cli.api, { name: 'Long' });
    const { onErr, heard } = listen();
    const stop = new AbortController();

    const waiting = cli.run(['integrations', 'execute', 'Long', '--wait'], { onErr, signal: stop.signal });
    await heard;
    stop.abort(new Error('Ctrl-C'));
    const { code, err } = await waiting;

    const id = await newestRun();
    expect([code, err]).toEqual([130, expect.stringContaining(`hub runs tail ${id}`)]);
    expect((await cli.run(['runs', 'get', id, '--field', 'status'])).out).toBe('queued\n');
  });

  it('does not wait unless it is told to', async () => {
    await addIntegration(cli.api, { name: 'Started' });

    const { code, out } = await cli.run(['integrations', 'execute', 'Started', '--field', 'status']);

    expect([code, out]).toEqual([0, 'queued\n']);
  });

  it('shows the log of a run to its end, every entry once', async () => {
    const { id } = await addIntegration(cli.api, { name: 'Logged' });
    const run = (await cli.run(['integrations', 'execute', 'Logged', '--field', 'id'])).out.trim();
    const begun = Promise.withResolvers<void>();

    const tailing = cli.run(['runs', 'tail', run, '--json'], { onOut: () => begun.resolve() });
    await begun.promise;
    await actOnRuns(cli.api).finish(id, run);
    const { code, out } = await tailing;

    const listed = JSON.parse((await cli.run(['runs', 'logs', run, '--json'])).out);
    expect(code).toBe(0);
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(listed);
    expect(listed.length).toBeGreaterThan(1);
  });
});
