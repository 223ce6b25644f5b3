import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toUuid } from '../../core/ids.ts';
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

  it('shows warnings, attempts and the next try while it waits, and what the run did', async () => {
    await addIntegration(cli.api, { name: 'In trouble' });
    const { onErr, heard } = listen();
    const waiting = cli.run(['integrations', 'execute', 'In trouble', '--wait'], { onErr });
    await heard;
    const run = toUuid('run', await newestRun()) ?? '';
    const retried = {
      attempt: 3,
      next_try_in_ms: 11_200,
      connector: 'jira',
      operation: 'create',
      error_code: 'transient',
    };

    await cli.api.admin`
      insert into run_logs (org_id, id, run_id, level, code, message, details, created_at)
      select org_id, uuidv7(), id, level, code, message, details, now() from runs, (values
        ('info', 'lease_lost', 'Ordinary.', null),
        ('warn', 'segment_retried', 'The system failed temporarily (status 500).', ${JSON.stringify(retried)}::text::jsonb),
        ('info', 'waited', 'The source asked for it.', '{"wait_ms":300000}'),
        ('info', 'records_missing', 'They are kept.', '{"known":1200,"missing":2,"confirmed":0}'),
        ('info', 'records_missing', 'They are removed.', '{"known":1200,"missing":2,"confirmed":2}'),
        ('warn', 'calls_failed', 'The system failed calls.',
          '{"connector":"okta","operation":"list","statuses":{"502":1,"503":2},"unanswered":1,"repeated":3,"waited_ms":1700}')
      ) as entry (level, code, message, details) where id = ${run}`;
    await cli.api.admin`
      update runs set status = 'partially_succeeded', finished_at = now(), read = 1204, created = 1, deleted = 2,
        skipped = 1200, filtered = 200, failed = 3, unresolved_references = 5, withheld = '{"reason":"above_guard","records":40}' where id = ${run}`;
    const { code, err } = await waiting;

    expect(code).toBe(7);
    expect(err.split('\n').slice(1)).toEqual([
      expect.stringMatching(
        /^! \d\d:\d\d:\d\d segment_retried: The system failed temporarily \(status 500\)\. \(jira, create, attempt 3, next try in 12 s\)$/,
      ),
      expect.stringMatching(/^! \d\d:\d\d:\d\d waited: The source asked for it\. \(for 5 min\)$/),
      expect.stringMatching(/^! .* records_missing: They are kept\. \(2 of 1200\)$/),
      expect.stringMatching(
        /^! .* calls_failed: The system failed calls. \(okta, list, 1 × 502, 2 × 503, 1 unanswered, waited 2 s\)$/,
      ),
      expect.stringMatching(/^! .* references_unresolved: 5 records refer to/),
      expect.stringMatching(
        /^✗ run_\w+ partially_succeeded · 1,204 read · 1 created · 2 deleted · 1,000 unchanged · 200 filtered · 3 failed · 40 removals withheld · 5 unresolved references$/,
      ),
      '',
    ]);
  });

  it.each([
    ['integrations execute', (name: string) => ['integrations', 'execute', name, '--wait', '--timeout', '1s']],
    ['runs tail', (_: string, run: string) => ['runs', 'tail', run, '--timeout', '1']],
  ])('stops waiting when the time of --timeout has passed: %s', async (command, words) => {
    const name = `Bounded ${command}`;
    await addIntegration(cli.api, { name });
    const run = (await cli.run(['integrations', 'execute', name, '--field', 'id'])).out.trim();

    const { code, err } = await cli.run(words(name, run));

    expect([code, err]).toEqual([10, expect.stringContaining('The end did not come within 1')]);
    expect((await cli.run(['runs', 'get', run, '--field', 'status'])).out).toBe('queued\n');
    expect(await cli.run(['runs', 'tail', run, '--timeout', 'soon'])).toMatchObject({ code: 2 });
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
