import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, newUuid, toId } from '../../core/ids.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { addIntegration } from './flows.ts';
import { type Item, startTestApi, type TestApi } from './harness.ts';
import { actOnRuns } from './run-acts.ts';

let api: TestApi;
let acts: ReturnType<typeof actOnRuns>;

beforeAll(async () => {
  api = await startTestApi();
  acts = actOnRuns(api);
});

afterAll(() => api.close());

/** A run that ended with failed records of these codes; gives their ids as well. */
async function endWith(codes: readonly string[], resolvedBy: string | null = null) {
  const integration = await addIntegration(api);
  const { data: run } = await acts.execute(integration.id);
  await acts.setRunning(run.id);
  await acts.finish(integration.id, run.id);
  const ids = [];
  for (const code of codes) {
    const id = newUuid();
    await api.admin`
      insert into dead_letters (org_id, id, integration_id, run_id, stream, code, message, masked, sealed, resolved_by)
      values (${toLookup('organization', api.organization.organization_id)}, ${id},
        ${toLookup('integration', integration.id)}, ${toLookup('run', run.id)}, 'vulnerabilities', ${code}, 'x',
        '{}'::jsonb, 'x', ${resolvedBy})`;
    ids.push(toId('deadLetter', id));
  }
  return { integration, run, ids, path: `/v1/runs/${run.id}/records/retry` };
}

async function readOptions(id: string): Promise<unknown> {
  const [row] = await api.admin`select options from runs where id = ${toLookup('run', id)}`;
  return row?.['options'];
}

describe('test/api/retry-records', () => {
  it('makes a run of its own for the records that are chosen, on the present revision', async () => {
    const { integration, run, ids, path } = await endWith(['convert_failed', 'rejected']);
    await api.request('PATCH', `/v1/integrations/${integration.id}`, { body: { on_error: { record: 'fail' } } });
    const selection = { run: toLookup('run', run.id) };

    const all = await api.request('POST', path, { body: { all: true } });
    const byCode = await api.request('POST', path, { body: { code: 'rejected' } });
    const named = await api.request('POST', path, { body: { record_ids: ids.slice(0, 1) } });

    expect(all.status).toBe(202);
    expect(all.data).toMatchObject({ trigger: 'retry', retry_of: run.id, revision: 2, status: 'queued' });
    expect(all.headers.get('location')).toBe(`/v1/runs/${all.data.id}`);
    expect(await readOptions(all.data.id)).toEqual({ letters: selection });
    expect(await readOptions(byCode.data.id)).toEqual({ letters: { ...selection, code: 'rejected' } });
    expect(await readOptions(named.data.id)).toEqual({
      letters: { ...selection, ids: [toLookup('deadLetter', ids[0] ?? '')] },
    });
    const rows = await api.admin`select changes from audit_events where action = 'run.records_retried' order by id`;
    expect(rows.map(({ changes }) => changes)).toEqual([
      { run_id: all.data.id, all: true },
      { run_id: byCode.data.id, code: 'rejected' },
      { run_id: named.data.id, record_ids: ids.slice(0, 1) },
    ]);
  });

  it('processes a group again: of a code, and of it those of a field or of none', async () => {
    const { run, ids, path } = await endWith(['rejected', 'rejected']);
    await api.admin`update dead_letters set field = 'email' where id = ${toLookup('deadLetter', ids[0] ?? '')}`;
    const selection = { run: toLookup('run', run.id), code: 'rejected' };

    const ofField = await api.request('POST', path, { body: { code: 'rejected', target_field: 'email', step: '' } });
    const ofNone = await api.request('POST', path, { body: { code: 'rejected', target_field: '' } });
    const ofOther = await api.request('POST', path, { body: { code: 'rejected', target_field: 'phone' } });
    const withoutCode = await api.request('POST', path, { body: { all: true, target_field: 'email' } });

    expect(await readOptions(ofField.data.id)).toEqual({ letters: { ...selection, field: 'email', step: '' } });
    expect(await readOptions(ofNone.data.id)).toEqual({ letters: { ...selection, field: '' } });
    expect(ofOther.error).toMatchObject({ code: 'invalid_state' });
    expect(withoutCode.error.details.errors).toEqual([expect.objectContaining({ code: 'choose_one' })]);
  });

  it('dismisses records, also those that cannot be retried, leaves them out of retries, and opens them again', async () => {
    const { run, ids, path } = await endWith(['in_doubt', 'rejected', 'rejected']);
    const dismiss = (body: object) => api.request('POST', `/v1/runs/${run.id}/records/dismiss`, { body });
    const countOf = async (status: string) =>
      (await api.request('GET', `/v1/runs/${run.id}/records?status=${status}`)).meta.total;

    const byCode = await dismiss({ code: 'in_doubt' });
    const one = await dismiss({ record_ids: ids.slice(1, 2) });
    expect([byCode.data, one.data]).toEqual([
      { records: 1, has_more: false },
      { records: 1, has_more: false },
    ]);
    expect([await countOf('failed'), await countOf('dismissed'), await countOf('resolved')]).toEqual([1, 2, 0]);
    const { list } = await api.request('GET', `/v1/runs/${run.id}/records?status=dismissed`);
    expect(list[0]).toMatchObject({
      code: 'in_doubt',
      dismissed_by: expect.any(String),
      dismissed_at: expect.any(String),
    });
    expect(list[0]).not.toHaveProperty('resolved_by');
    expect((await api.request('POST', path, { body: { record_ids: ids.slice(1, 2) } })).error.code).toBe(
      'invalid_request',
    );

    await dismiss({ all: true });
    expect((await api.request('POST', path, { body: { all: true } })).error.code).toBe('invalid_state');
    expect((await dismiss({ all: true })).error.code).toBe('invalid_state');
    expect((await dismiss({ all: true, code: 'rejected' })).status).toBe(400);
    expect((await dismiss({ all: true, undo: true })).data).toMatchObject({ records: 3 });
    expect(await countOf('failed')).toBe(3);

    const other = await api.addOrganization('Stranger');
    const foreign = { key: other.api_key, body: { all: true } };
    expect((await api.request('POST', `/v1/runs/${run.id}/records/dismiss`, foreign)).status).toBe(404);
    const rows = await api.admin`
      select changes from audit_events where action = 'run.records_dismissed' and resource_id = ${run.id} order by id`;
    expect(rows.map(({ changes }) => changes)).toEqual([
      { code: 'in_doubt', records: 1 },
      { record_ids: ids.slice(1, 2), records: 1 },
      { all: true, records: 1 },
      { all: true, records: 3, undo: true },
    ]);
  });

  it.each(['records/retry', 'retry'])(
    'waits for the end of the run that %s makes, as long as is asked',
    async (act) => {
      const { integration, run } = await endWith(['rejected']);
      const body = { wait: 20, ...(act === 'retry' ? { mode: 'restart' } : { all: true }) };

      const asked = api.request('POST', `/v1/runs/${run.id}/${act}`, { body });
      let made: Item | undefined;
      const find = async (): Promise<unknown> => {
        [made] = (await api.request('GET', `/v1/integrations/${integration.id}/runs?status=queued`)).list;
        return made;
      };
      await expect.poll(find).toBeDefined();
      const id = made?.id ?? '';
      await acts.setRunning(id);
      await acts.finish(integration.id, id);
      const { status, data, headers } = await asked;

      expect([status, headers.get('preference-applied')]).toEqual([202, 'wait=20']);
      expect([data.id, data['finished_at'] === undefined]).toEqual([id, false]);
    },
  );

  it.each([[{}], [{ all: true, code: 'x' }], [{ all: false }], [{ record_ids: [] }]])(
    'refuses the choice %j',
    async (body) => {
      const { path } = await endWith(['convert_failed']);

      expect((await api.request('POST', path, { body })).status).toBe(400);
    },
  );

  it('keeps corrected values sealed for the run, and only their names in the audit log', async () => {
    const { run, ids, path } = await endWith(['convert_failed']);
    const [id = ''] = ids;
    const records = [{ id, values: { name: 'canary of a value', home: { zip: '53111' } } }];

    const { status, data } = await api.request('POST', path, { body: { records } });

    expect([status, data['retry_of']]).toEqual([202, run.id]);
    expect(await readOptions(data.id)).toEqual({
      letters: { run: toLookup('run', run.id), ids: [toLookup('deadLetter', id)] },
    });
    const [kept] = await api.admin`select correction from dead_letters where id = ${toLookup('deadLetter', id)}`;
    const text = Buffer.from(kept?.['correction'] ?? '').toString('latin1');
    expect([text.length > 0, text.includes('canary')]).toEqual([true, false]);
    const [row] = await api.admin`
      select changes from audit_events where action = 'run.records_retried' order by id desc limit 1`;
    expect(row?.['changes']).toEqual({ run_id: data.id, records: [{ id, fields: ['name', 'home'] }] });
  });

  it('corrects nothing that would make another record, and no part of an item', async () => {
    const { ids, path } = await endWith(['convert_failed', 'convert_failed', 'in_doubt']);
    const [keyed = '', part = '', doubtful = ''] = ids;
    await api.admin`update dead_letters set source_key = 'one' where id = ${toLookup('deadLetter', keyed)}`;
    await api.admin`update dead_letters set item_id = ${newUuid()} where id = ${toLookup('deadLetter', part)}`;
    const values = { cveID: 'other' };

    const refused = await api.request('POST', path, {
      body: { records: [keyed, part, doubtful, 'nonsense'].map((id) => ({ id, values })) },
    });
    const empty = await api.request('POST', path, { body: { records: [{ id: keyed, values: {} }] } });
    const records = ['Ann', 'Bob'].map((name) => ({ id: keyed, values: { name } }));
    const twice = await api.request('POST', path, { body: { records } });

    expect(refused.error.details.errors.map(({ path: at, code }) => [at, code])).toEqual([
      ['records[0]', 'key_changed'],
      ['records[1]', 'not_correctable'],
      ['records[2]', 'not_retryable'],
      ['records[3]', 'unknown_record'],
    ]);
    expect([refused.status, empty.status, empty.error.details.errors[0]?.path]).toEqual([
      400,
      400,
      'records[0].values',
    ]);
    expect([twice.status, twice.error.details.errors]).toMatchObject([
      400,
      [{ path: 'records', message: 'Must not list an item twice.' }],
    ]);
  });

  it('names each record that is not there, or cannot be processed again', async () => {
    const open = await endWith(['convert_failed', 'in_doubt']);
    const resolved = await endWith(['convert_failed'], newUuid());

    const answers = [
      await api.request('POST', open.path, {
        body: { record_ids: [...open.ids, newId('deadLetter'), 'nonsense', resolved.ids[0]] },
      }),
      await api.request('POST', resolved.path, { body: { record_ids: resolved.ids } }),
    ];

    const [first, second] = answers.map(({ error }) => error.details.errors.map(({ path, code }) => [path, code]));
    expect(first).toEqual([
      ['record_ids[1]', 'not_retryable'],
      ['record_ids[2]', 'unknown_record'],
      ['record_ids[3]', 'unknown_record'],
      ['record_ids[4]', 'unknown_record'],
    ]);
    expect(second).toEqual([['record_ids[0]', 'already_resolved']]);
  });

  it('answers 409 where there is nothing to process, or the records are of another source', async () => {
    const none = await endWith(['in_doubt']);
    const moved = await endWith(['convert_failed']);
    const other = await addIntegration(api);
    const { source } = Object(other);
    await api.request('PUT', `/v1/integrations/${moved.integration.id}`, { body: { source } });

    const answers = [
      await api.request('POST', none.path, { body: { all: true } }),
      await api.request('POST', moved.path, { body: { all: true } }),
    ];

    expect(answers.map(({ status, error }) => [status, error.code])).toEqual([
      [409, 'invalid_state'],
      [409, 'invalid_state'],
    ]);
  });
});
