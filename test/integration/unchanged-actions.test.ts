import { beforeEach, describe, expect, it } from 'vitest';
import { connectStub, foundAccounts, runToEnd } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();

let people: { id: string; name: string; team: string }[];
let written: string[];
let notices: string[];

beforeEach(() => {
  people = [{ id: 'p0', name: 'Ann', team: 'red' }];
  written = [];
  notices = [];
  hub.stub.always('GET /people', () => ({ json: people }));
  hub.stub.always('GET /accounts', () => ({ json: [] }));
  hub.stub.always('POST /accounts', ({ body }) => {
    written.push(JSON.parse(body).login);
    return { status: 201, json: { id: 'A7' } };
  });
  hub.stub.always('POST /notices', ({ body }) => {
    notices.push(JSON.parse(body).text);
    return { status: 201, json: { id: notices.length } };
  });
});

describe('test/integration/unchanged-actions', { timeout: 60_000 }, () => {
  it('gives later steps the whole output of an action that had nothing to write', async () => {
    const end = await connectStub(hub);
    const mapping = [
      { to: 'login', from: 'record.id' },
      { to: 'name', from: 'record.name' },
    ];
    const output = "steps.account.id + ' ' + steps.account.outcome + ' ' + steps.account.record.name";
    const notice = {
      ...end,
      object: '/notices',
      operation: 'create',
      options: { path: '/notices', idempotency: { kind: 'header' }, target_id_path: 'id' },
      mapping: [{ to: 'text', formula: `record.team + ': ' + ${output}` }],
    };
    const steps = [
      { id: 'account', action: { ...end, ...foundAccounts, mapping } },
      { id: 'notice', action: notice },
    ];
    const body = { name: 'Movers', source: { ...end, object: '/people', key: ['id'] }, steps };
    const { data } = await hub.api.request('POST', '/v1/integrations', { body });

    await runToEnd(hub, data.id);
    people = [{ id: 'p0', name: 'Ann', team: 'blue' }];
    await runToEnd(hub, data.id);

    expect(written).toEqual(['p0']);
    expect(notices).toEqual(['red: A7 created Ann', 'blue: A7 unchanged Ann']);
  });
});
