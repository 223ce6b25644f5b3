import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnAudit } from '../api/audit-acts.ts';
import { type CliUnderTest, startCliUnderTest } from './harness.ts';

let cli: CliUnderTest;
let acts: Awaited<ReturnType<typeof actOnAudit>>;

beforeAll(async () => {
  cli = await startCliUnderTest();
  acts = await actOnAudit(cli.api);
  await acts.change(5);
  await acts.seal();
});

afterAll(async () => {
  await acts.close();
  await cli.close();
});

/** The tests build on one another: the last one harms the log. */
describe('test/cli/audit', { timeout: 120_000 }, () => {
  it('lists who changed what', async () => {
    const { out } = await cli.run(['audit', 'list', '--action', 'account.created', '--limit', '2']);

    expect(out).toMatch(/^ID +CREATED AT +ACTION +ACTOR/);
    expect(out.trim().split('\n')).toHaveLength(3);
  });

  it('verifies the log to its end', async () => {
    const { code, out } = await cli.run(['audit', 'verify', '--json']);

    const verdict = JSON.parse(out);
    expect([code, verdict.ok, verdict.problems]).toEqual([0, true, []]);
    expect(verdict.checked).toBeGreaterThanOrEqual(5);
  });

  it('goes on after a checkpoint that was kept', async () => {
    const { verified_to: place } = JSON.parse((await cli.run(['audit', 'verify', '--json'])).out);

    const { out } = await cli.run(['audit', 'verify', '--after', `${place.sequence}:${place.hash}`, '--json']);
    const wrong = await cli.run(['audit', 'verify', '--after', '7']);

    expect(JSON.parse(out)).toMatchObject({ ok: true, checked: 0 });
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('SEQUENCE:HASH')]);
  });

  it('exports the checkpoint and every event up to it, a line each', async () => {
    const { code, out } = await cli.run(['audit', 'export']);

    const [first, ...events] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(code).toBe(0);
    expect(first.checkpoint.sequence).toBe(events.length);
    expect(events.map(({ seal }) => seal.sequence)).toEqual(events.map((_, index) => index + 1));
  });

  it('tells refusals of an export as those of every command', async () => {
    const { code, out, err } = await cli.run(['audit', 'export', '--after-sequence', 'x']);

    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('query.after_sequence');
  });

  it('ends otherwise, and says what is wrong, where an event was changed in the database', async () => {
    await cli.api.admin`update audit_events set action = 'account.forged' where sequence = 3`;

    const { code, out } = await cli.run(['audit', 'verify', '--json']);

    expect(code).toBe(7);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      problems: expect.arrayContaining([expect.objectContaining({ sequence: 3 })]),
    });
  });
});
