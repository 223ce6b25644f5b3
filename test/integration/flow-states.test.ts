import { describe, expect, it } from 'vitest';
import type { Answer } from '../api/answer.ts';
import { addPeopleFlow, connectStub, putUsers, runToEnd } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();

/** Writes people while a condition holds, and skips them otherwise. */
async function add(when: string): Promise<Answer> {
  const end = await connectStub(hub);
  const mapping = [{ to: 'login', from: 'record.login' }];
  return hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'Guarded',
      source: { ...end, object: '/people', key: ['login'] },
      steps: [
        { id: 'calm', condition: [{ when, steps: [] }], else: [{ id: 'end', stop: 'skipped' }] },
        { id: 'user', action: { ...end, ...putUsers, mapping } },
      ],
    },
  });
}

describe('test/integration/flow-states', () => {
  it('decides by the states of connections and of the last runs of integrations', async () => {
    const people = [{ login: 'ann' }];
    hub.stub.always('GET /people', () => ({ json: people }));
    hub.stub.always('PUT /users/ann', {});
    hub.stub.on('PUT /users/bob', {});
    const desk = await hub.api.request('POST', '/v1/connections', {
      body: { name: 'Change desk', service_type: 'http', credentials: {}, config: { base_url: hub.stub.url } },
    });
    const feed = await addPeopleFlow(hub);
    const when = `connections["Change desk"].status == 'active' && integrations.${feed}.last_run.counters.created > 0`;
    const { data: guarded } = await add(when);
    const preview = async (): Promise<unknown> => {
      const body = { records: [{ login: 'ann' }] };
      return (await hub.api.request('POST', `/v1/integrations/${guarded.id}/preview`, { body })).list[0]?.['outcome'];
    };

    const before = await preview();
    const early = await runToEnd(hub, guarded.id);
    await runToEnd(hub, feed);
    people.push({ login: 'bob' });
    const calm = await runToEnd(hub, guarded.id);
    await hub.api.admin`update connections set status = 'error' where name = 'Change desk'`;

    expect([before, early.record['counters']]).toMatchObject(['skipped', { created: 0 }]);
    expect(calm.record['counters']).toMatchObject({ created: 1 });
    expect(await preview()).toBe('skipped');
    await hub.api.request('PATCH', `/v1/connections/${desk.data.id}`, { body: { name: 'Service desk' } });
    const input = await hub.activities.begin(guarded.id);
    await expect(hub.activities.runSegment(input)).rejects.toMatchObject({ type: 'config' });
  });

  it.each([
    ["connections.nobody.status == 'active'", 'unknown_connection'],
    ["integrations.nobody.last_run.status == 'failed'", 'unknown_integration'],
    ["connections.nobody.state == 'active'", 'invalid_formula'],
  ])('refuses %s', async (when, code) => {
    const { error } = await add(when);

    expect(error.details.errors).toMatchObject([{ path: 'steps[0].condition[0].when', code }]);
  });

  it('lets no effect depend on a state, which may be another one when it is repeated', async () => {
    const end = await connectStub(hub);
    const mapping = [{ to: 'login', formula: 'connections.any.status' }];

    const { error } = await hub.api.request('POST', '/v1/integrations', {
      body: {
        name: 'Reader',
        source: { ...end, object: '/people', key: ['login'] },
        steps: [{ id: 'user', action: { ...end, ...putUsers, mapping } }],
      },
    });

    expect(error.details.errors).toMatchObject([{ path: 'steps[0].action.mapping[0].formula' }]);
  });
});
