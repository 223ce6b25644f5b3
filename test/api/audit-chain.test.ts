import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sealAudit } from '../../audit/seal-audit.ts';
import { newUuid } from '../../core/ids.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { verifyExport } from '../../services/audit-events/verify-export.ts';
import { chainStart, nextPlace, toCheckpointText } from '../../services/audit-events/chain.ts';
import { type AuditEventRow, toAuditContent } from '../../services/audit-events/audit-event.ts';
import { ensureKeyFiles, createSigner, readPrivateKeys, readPublicKeys } from '../../vault/index.ts';
import { actOnAudit } from './audit-acts.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;
let acts: Awaited<ReturnType<typeof actOnAudit>>;

beforeEach(async () => {
  api = await startTestApi();
  acts = await actOnAudit(api);
  await acts.change(5);
  await acts.seal();
});

afterEach(async () => {
  await acts.close();
  await api.close();
});

interface Verification {
  ok: boolean;
  complete: boolean;
  checked: number;
  verified_to: { sequence: number; hash: string };
  unsealed: number;
  unauthenticated: number;
  checkpoint?: { sequence: number; hash: string };
  problems: { code: string; sequence?: number; count?: number; id?: string }[];
}

/** The contract check has shown that the answer is a verification. */
async function verify(body?: object): Promise<Verification> {
  const { data } = await acts.verify(body);
  return data as unknown as Verification;
}

const problemsOf = async (body?: object) =>
  (await verify(body)).problems.map(({ code, sequence, count }) => [code, sequence, count]);

/** Numbers of the events, in the order of the chain. */
async function readSequences(): Promise<(number | null)[]> {
  const rows = await api.admin<{ sequence: string | null }[]>`
    select sequence from audit_events where org_id = ${acts.orgId} order by sequence`;
  return rows.map(({ sequence }) => (sequence === null ? null : Number(sequence)));
}

describe('test/api/audit-chain', () => {
  it('seals events into a chain without gaps that verifies', async () => {
    expect(await readSequences()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await verify()).toMatchObject({
      ok: true,
      complete: true,
      checked: 6,
      unsealed: 0,
      unauthenticated: 0,
      verified_to: { sequence: 6 },
      checkpoint: { sequence: 6 },
      problems: [],
    });
  });

  it('counts events that wait for their seal, and goes on with them', async () => {
    await acts.change(2);
    const before = await verify();
    await acts.seal();

    expect([before.ok, before.unsealed, before.checked]).toEqual([true, 2, 6]);
    expect(await verify({ after: before.verified_to })).toMatchObject({ ok: true, unsealed: 0, checked: 2 });
  });

  it('verifies a long log in several calls', async () => {
    const first = await verify({ limit: 4 });
    const second = await verify({ limit: 4, after: first.verified_to });

    expect([first.complete, first.checked, second.complete, second.checked]).toEqual([false, 4, true, 2]);
    expect(second.verified_to).toEqual((await verify()).verified_to);
  });

  it.each([
    ['actor', `update audit_events set actor = 'nobody' where sequence = 3`],
    ['time', `update audit_events set created_at = created_at - interval '1 millisecond' where sequence = 3`],
    ['values', `update audit_events set after = after || '{"name": "x"}' where sequence = 3`],
    ['address', `update audit_events set address = '192.0.2.1' where sequence = 3`],
    ['hash', `update audit_events set hash = sha256('x') where sequence = 3`],
  ])('finds an event whose %s was changed', async (_, statement) => {
    await api.admin.unsafe(statement);

    expect((await problemsOf()).map(([code, sequence]) => [code, sequence])).toContainEqual(['event_changed', 3]);
  });

  it.each([
    ['in the middle', [3], 3, 1],
    ['at the beginning', [1, 2], 1, 2],
    ['at the end', [6], 6, 1],
    ['of which there are all', [1, 2, 3, 4, 5, 6], 1, 6],
  ])('finds events removed %s', async (_, sequences, first, count) => {
    await api.admin`delete from audit_events where sequence = any(${sequences})`;

    expect(await problemsOf()).toContainEqual(['event_missing', first, count]);
  });

  it('finds an event that was inserted, before it is sealed and after', async () => {
    const id = newUuid();
    await api.admin`
      insert into audit_events (org_id, id, actor, action, resource_type, resource_id)
      values (${acts.orgId}, ${id}, 'key_x', 'account.created', 'account', 'acc_x')`;
    const before = await problemsOf();
    await acts.seal();

    expect(before).toEqual([['event_forged', undefined, undefined]]);
    expect(await problemsOf()).toEqual([['event_forged', 7, undefined]]);
  });

  it('finds a copy of an event, under another id or in another organization', async () => {
    const { organization_id: organizationId, api_key: key } = await api.addOrganization('Second');
    const other = toLookup('organization', organizationId);
    for (const [org, id] of [
      [acts.orgId, newUuid()],
      [other, newUuid()],
    ])
      await api.admin`
        insert into audit_events (org_id, id, actor, action, resource_type, resource_id, request_id, after, changes,
                                  created_at, mac)
        select ${org ?? ''}::uuid, ${id ?? ''}::uuid, actor, action, resource_type, resource_id, request_id, after,
          changes, created_at, mac
        from audit_events where sequence = 3 and org_id = ${acts.orgId}`;

    const { data } = await api.request('POST', '/v1/audit-events/verify', { key });

    expect(await problemsOf()).toEqual([['event_forged', undefined, undefined]]);
    expect(data).toMatchObject({ ok: false, problems: [{ code: 'event_forged' }] });
  });

  it('finds an event that gave itself a place, and one that took the place of another', async () => {
    await api.admin`
      insert into audit_events (org_id, id, actor, action, resource_type, resource_id, sequence, hash)
      values (${acts.orgId}, ${newUuid()}, 'key_x', 'account.created', 'account', 'acc_x', 7, sha256('x'))`;
    const added = await problemsOf();
    await api.admin`delete from audit_events where sequence = 3`;
    await api.admin`update audit_events set sequence = 3 where sequence = 7`;

    expect(added).toEqual([['event_unexpected', 7, 1]]);
    expect((await problemsOf()).map(([code, sequence]) => [code, sequence])).toEqual([
      ['event_changed', 3],
      ['event_forged', 3],
      ['event_changed', 4],
    ]);
  });

  it('finds a change before the seal', async () => {
    const [account] = await acts.change(1);
    await api.admin`update audit_events set actor = 'nobody' where resource_id = ${account?.id ?? ''}`;
    await acts.seal();

    expect(await problemsOf()).toEqual([['event_forged', 7, undefined]]);
  });

  it('finds a chain that was computed anew without the key', async () => {
    const rows = await api.admin<AuditEventRow[]>`
      select * from audit_events where org_id = ${acts.orgId} and sequence <> 3 order by sequence`;
    let place = chainStart(api.organization.organization_id);
    await api.admin`delete from audit_events where sequence = 3`;
    for (const row of rows) {
      place = nextPlace(place, toAuditContent({ ...row, created_at: new Date(row.created_at).toISOString() }));
      await api.admin`
        update audit_events set sequence = ${place.sequence}, hash = decode(${place.hash}, 'hex') where id = ${row.id}`;
    }
    const sealedAt = new Date().toISOString();
    const files = { keyFile: `${api.keyFile}.other`, publicKeyFile: `${api.keyFile}.other.pub` };
    await ensureKeyFiles(files);
    const text = toCheckpointText(api.organization.organization_id, { ...place, sealedAt });
    const { signature } = createSigner(await readPrivateKeys(files.keyFile)).sign(text);
    const store = (keyId: string) => api.admin`
      update audit_chains set sequence = ${place.sequence}, hash = decode(${place.hash}, 'hex'), sealed_at = ${sealedAt},
             signature = ${signature}, key_id = ${keyId}
      where org_id = ${acts.orgId}`;

    const [{ key_id: keyId } = { key_id: '' }] = await api.admin<{ key_id: string }[]>`select key_id from audit_chains`;
    await store(keyId);
    const underOurs = await problemsOf();
    await store('local-2026-01-01-abcdef');

    expect(underOurs).toEqual([['head_forged', 5, undefined]]);
    expect(await problemsOf()).toEqual([['key_unknown', 5, undefined]]);
  });

  it('finds an end that is gone', async () => {
    await api.admin`delete from audit_chains`;

    expect(await problemsOf()).toEqual([['head_missing', undefined, undefined]]);
  });

  it('finds a log that was put back as a whole, by a checkpoint that was kept, and tells it in the log of the sealer', async () => {
    await api.admin`create table old_events as select * from audit_events`;
    await api.admin`create table old_chains as select * from audit_chains`;
    await acts.change(2);
    await acts.seal();
    const { checkpoint } = await verify();
    const kept = { sequence: checkpoint?.sequence, hash: checkpoint?.hash };
    await api.admin`delete from audit_events where id not in (select id from old_events)`;
    await api.admin`delete from audit_chains`;
    await api.admin`insert into audit_chains select * from old_chains`;

    expect((await verify()).ok).toBe(true);
    expect((await problemsOf({ after: kept })).map(([code]) => code)).toContain('place_differs');
    await acts.change(1);
    await acts.seal();
    expect(acts.logged.filter(({ level }) => level === 50)).toMatchObject([
      { organization_id: api.organization.organization_id, known: 8, found: 6 },
    ]);
  });

  it('takes events of the time before events were authenticated, and none of them later', async () => {
    const old = await api.addOrganization('Old');
    await api.admin`update audit_events set mac = null where sequence is null`;
    await acts.seal();
    const ask = (): Promise<{ data: unknown }> => api.request('POST', '/v1/audit-events/verify', { key: old.api_key });
    const { data: before } = await ask();
    await api.request('POST', '/v1/accounts', { key: old.api_key, body: { name: 'New' } });
    await api.request('POST', '/v1/accounts', { key: old.api_key, body: { name: 'Newer' } });
    await api.admin`update audit_events set mac = null where after ->> 'name' = 'Newer'`;

    expect(before).toMatchObject({ ok: true, unauthenticated: 1 });
    expect((await ask()).data).toMatchObject({ ok: false, unauthenticated: 1, problems: [{ code: 'event_forged' }] });
  });

  it('seals once where many seal at once', async () => {
    await acts.change(30);
    const sealers = Array.from({ length: 4 }, () => acts.startAnother());

    await Promise.all(sealers.flatMap((seal) => [seal(), seal(), seal()]));
    // Those that met a chain in other hands had nothing to do; what is left is sealed now.
    await acts.seal();

    expect(await readSequences()).toEqual(Array.from({ length: 36 }, (_, n) => n + 1));
    expect((await verify()).ok).toBe(true);
  });

  it('is not held up by a sealer that died on the way, and leaves nothing of it', async () => {
    await acts.change(2);
    const dying = {
      sign: () => {
        throw new Error('killed');
      },
    };

    await expect(sealAudit(acts.relay, dying, { orgId: acts.orgId, nowMs: Date.now() })).rejects.toThrow('killed');
    await acts.seal();

    expect(await readSequences()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect((await verify()).ok).toBe(true);
  });

  it('goes on for others where a chain cannot go on', async () => {
    const other = await api.addOrganization('Second');
    await api.admin`delete from audit_chains where org_id = ${acts.orgId}`;
    await acts.change(1);

    await acts.seal();

    expect((await api.request('POST', '/v1/audit-events/verify', { key: other.api_key })).data).toMatchObject({
      ok: true,
      checked: 1,
    });
    expect(acts.logged.filter(({ level }) => level === 50)).toMatchObject([
      { organization_id: api.organization.organization_id, msg: 'audit chain cannot be continued' },
    ]);
  });

  it('exports what proves itself without the hub', async () => {
    const { list } = await api.request('GET', '/v1/audit-events/export');
    const keys = await readPublicKeys(api.keyFile.replace('.json', '.pub.json'));
    const prove = (lines: readonly unknown[], after?: { sequence: number; hash: string }) =>
      verifyExport({ lines: toLines(lines), keys, after });
    const [checkpoint, first, second, ...rest] = list;
    const changed = { ...second, actor: 'nobody' };
    const place = Object(second?.['seal']);

    expect(list).toHaveLength(7);
    expect(await prove(list)).toMatchObject({ checked: 6, problems: [] });
    expect((await prove([checkpoint, first, changed, ...rest])).problems).toMatchObject([
      { code: 'event_changed', sequence: 2 },
    ]);
    expect((await prove([checkpoint, first, ...rest])).problems).toMatchObject([
      { code: 'event_missing', sequence: 2 },
    ]);
    expect((await prove(list.slice(0, -1))).problems).toMatchObject([{ code: 'event_missing', sequence: 6 }]);
    expect((await prove([...list, list.at(-1)])).problems).toMatchObject([{ code: 'event_unexpected' }]);
    expect((await prove([checkpoint, ...rest], place)).problems).toEqual([]);
    await expect(prove([checkpoint, 'nonsense'])).rejects.toThrow('Line 2');
    await expect(prove([])).rejects.toThrow('empty');
  });

  it('exports after a number, and by filters', async () => {
    const later = await api.request('GET', '/v1/audit-events/export?after_sequence=4');
    const system = await api.request('GET', '/v1/audit-events/export?actor=system');

    expect(later.list.slice(1).map((event) => Object(event['seal']).sequence)).toEqual([5, 6]);
    expect(system.list.slice(1).map((event) => event['action'])).toEqual(['organization.created']);
  });
});

async function* toLines(lines: readonly unknown[]): AsyncGenerator<string> {
  for (const line of lines) yield JSON.stringify(line);
}
