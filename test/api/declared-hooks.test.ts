import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownDefinition } from '../harness/flows/own-connector.ts';
import { type Answer, type Item, startTestApi, type TestApi } from './harness.ts';
import { actOnHooks } from './hook-acts.ts';

let api: TestApi;
let number = 0;

beforeAll(async () => {
  api = await startTestApi({ trustedProxies: ['10.0.0.0/8'] });
});

afterAll(() => api.close());

const hmac = { header: 'X-Sign', prefix: 'v1=', timestamp: { header: 'X-Time' } };
const events = { name: { in: 'event', name: 'kind' }, id: [{ in: 'header', name: 'X-Id' }] };

interface Declared {
  integration: Item;
  workflow: Item;
  path: string;
}

/** An integration that is started by what a declaration describes, or the connector of its source. */
async function add(
  trigger: object,
  { service = 'http', credentials = {} }: { service?: string; credentials?: object | null } = {},
): Promise<Declared> {
  number += 1;
  const { data: source } = await api.request('POST', '/v1/connections', {
    body: {
      name: `Feed ${number}`,
      service_type: service,
      credentials: service === 'http' ? {} : { token: 't' },
      config: { base_url: 'https://feed.example' },
    },
  });
  const made = await api.request('POST', '/v1/integrations', {
    body: {
      name: `Declared ${number}`,
      source: { connection_id: source.id, object: service === 'http' ? '/people' : 'people', key: ['id'] },
      triggers: [{ type: 'webhook', ...trigger }],
    },
  });
  expect(made.error?.details.errors).toBeUndefined();
  const workflow = await actOnHooks(api).findWorkflow(made.data);
  if (credentials !== null) {
    const path = `/v1/workflows/${workflow.id}/hook-credentials`;
    expect((await api.request('PUT', path, { body: { credentials } })).status).toBe(200);
  }
  return { integration: made.data, workflow, path: new URL(String(Object(workflow['hook']).url)).pathname };
}

function sign(path: string, id: string, more: { by?: string; from?: string; header?: string } = {}): Promise<Answer> {
  const time = String(Math.floor(Date.now() / 1000));
  const text = JSON.stringify({ kind: 'person.changed' });
  const digest = createHmac('sha256', more.by ?? 'CANARY-secret')
    .update(`${time}.${text}`)
    .digest('hex');
  return api.request('POST', path, {
    key: null,
    text,
    ...(more.from === undefined ? {} : { from: more.from }),
    headers: { [more.header ?? 'x-sign']: `v1=${digest}`, 'x-time': time, 'x-id': id },
  });
}

function judge({ status, error }: Answer): unknown[] {
  return status === 202 ? [202] : [status, error.code, error.message];
}

const unauthorized = [401, 'unauthorized', 'The delivery is not signed as deliveries to this hook must be.'];

describe('test/api/declared-hooks', () => {
  it('takes deliveries as the trigger declares them, each once, by the form that it follows from', async () => {
    const hook = await add({ receive: { verify: { hmac }, events } }, { credentials: { secret: 'CANARY-secret' } });

    const answers = [
      await sign(hook.path, 'a'),
      await sign(hook.path, 'a'),
      await sign(hook.path, 'b', { by: 'guess' }),
      await api.request('POST', hook.path, { key: null, text: '{}' }),
    ];
    const { list } = await api.request('GET', `/v1/workflows/${hook.workflow.id}/hook-events`);

    expect(Object(hook.workflow['hook']).credentials_schema).toMatchObject({ required: ['secret'] });
    expect(answers.map(judge)).toEqual([[202], [202], unauthorized, unauthorized]);
    expect(list.map(({ name }) => name)).toEqual(['person.changed']);
  });

  it('refuses credentials of another form, and a declaration that verifies nothing', async () => {
    const hook = await add({ receive: { verify: { bearer: true } } }, { credentials: { token: 't' } });

    const wrong = await api.request('PUT', `/v1/workflows/${hook.workflow.id}/hook-credentials`, {
      body: { credentials: { secret: 's' } },
    });
    const nothing = await api.request('POST', '/v1/integrations', {
      body: { name: 'n', triggers: [{ type: 'webhook', receive: { verify: {} } }] },
    });

    expect([wrong.status, wrong.error.code]).toEqual([400, 'invalid_request']);
    expect(nothing.error.details.errors).toMatchObject([{ path: 'triggers[0].receive.verify' }]);
  });

  it('takes deliveries from the networks of the list alone, whatever a stranger says of itself', async () => {
    const verify = { addresses: ['203.0.113.0/24', '2001:db8::/32'] };
    const hook = await add({ receive: { verify } }, { credentials: null });
    const send = (from: string | undefined, forwarded?: string): Promise<Answer> =>
      api.request('POST', hook.path, {
        key: null,
        text: '{}',
        ...(from === undefined ? {} : { from }),
        headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      });

    expect(Object(hook.workflow['hook']).has_credentials).toBe(true);
    expect(judge(await send('203.0.113.9'))).toEqual([202]);
    expect(judge(await send('::ffff:203.0.113.9'))).toEqual([202]);
    expect(judge(await send('2001:db8::9'))).toEqual([202]);
    expect(judge(await send('10.0.0.1', '203.0.113.9'))).toEqual([202]);
    expect(judge(await send('198.51.100.1', '203.0.113.9'))).toEqual(unauthorized);
    expect(judge(await send('10.0.0.1', '198.51.100.1'))).toEqual(unauthorized);
    expect(judge(await send(undefined))).toEqual(unauthorized);
  });

  it('believes the header of a client certificate to a trusted proxy only', async () => {
    const verify = { client_certificate: { header: 'X-Client', holds: 'fingerprint' } };
    const hook = await add({ receive: { verify } }, { credentials: { fingerprint: 'ab'.repeat(32) } });
    const send = (from: string, fingerprint: string): Promise<Answer> =>
      api.request('POST', hook.path, { key: null, text: '{}', from, headers: { 'x-client': fingerprint } });

    expect(judge(await send('10.0.0.1', 'AB'.repeat(32)))).toEqual([202]);
    expect(judge(await send('10.0.0.1', 'cd'.repeat(32)))).toEqual(unauthorized);
    expect(judge(await send('203.0.113.9', 'ab'.repeat(32)))).toEqual(unauthorized);
  });

  it('counts a changed declaration from the next delivery on, with the secret that was there', async () => {
    const hook = await add({ receive: { verify: { hmac }, events } }, { credentials: { secret: 'CANARY-secret' } });
    expect(judge(await sign(hook.path, 'a'))).toEqual([202]);
    const verify = { hmac: { ...hmac, header: 'X-Other' } };
    const changed = await api.request('PATCH', `/v1/integrations/${hook.integration.id}`, {
      body: { triggers: [{ type: 'webhook', receive: { verify, events } }] },
    });
    expect(changed.status).toBe(200);

    expect(judge(await sign(hook.path, 'b'))).toEqual(unauthorized);
    expect(judge(await sign(hook.path, 'c', { header: 'x-other' }))).toEqual([202]);
  });

  it("takes deliveries as the organization's own connector describes them, and as its next version does", async () => {
    const webhook = { verify: { hmac }, events };
    const added = await api.request('POST', '/v1/connectors', {
      body: { id: 'x_pushes', definition: ownDefinition({ webhook }) },
    });
    expect(added.error?.details.errors).toBeUndefined();
    expect(added.data['triggers']).toMatchObject([{ type: 'webhook', signature: 'hmac', deduplicates: true }]);
    const hook = await add({}, { service: 'x_pushes', credentials: { secret: 'CANARY-secret' } });
    expect(Object(hook.workflow['hook']).credentials_schema).toMatchObject({ required: ['secret'] });
    expect(judge(await sign(hook.path, 'a'))).toEqual([202]);

    const next = { ...webhook, verify: { hmac, addresses: ['203.0.113.0/24'] } };
    const changed = await api.request('PUT', '/v1/connectors/x_pushes', {
      body: { definition: ownDefinition({ webhook: next }) },
    });
    expect([changed.status, changed.error?.details.errors]).toEqual([200, undefined]);

    expect(judge(await sign(hook.path, 'b'))).toEqual(unauthorized);
    expect(judge(await sign(hook.path, 'c', { from: '203.0.113.7' }))).toEqual([202]);
  });
});
