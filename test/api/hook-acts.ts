import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { makeFlow } from './flows.ts';
import type { Answer, Item, TestApi } from './harness.ts';

export const hookSecret = `whsec_${Buffer.alloc(32, 'CANARY').toString('base64')}`;
export const otherSecret = `whsec_${Buffer.alloc(32, 'else').toString('base64')}`;

export interface TestHook {
  integration: Item;
  workflow: Item;
  /** Path of the hook's address. */
  path: string;
}

export interface Message {
  id?: string;
  type?: string;
  sentMs?: number;
  by?: string;
  /** That is signed and sent. Default: one of a standard event. */
  body?: string;
  /** In place of the body that was signed. */
  text?: string;
}

/** What tests of hooks do again and again. @param now What the API takes the time to be. */
export function actOnHooks(api: TestApi, now: () => number = Date.now) {
  const findWorkflow = async (integration: Item): Promise<Item> => {
    const { list } = await api.request('GET', `/v1/workflows?integration_id=${integration.id}&type=webhook`);
    const [workflow] = list;
    if (workflow === undefined) throw new Error('The integration has no workflow of this type.');
    return workflow;
  };
  return {
    findWorkflow,
    /** An integration that reads from an HTTP API and is started by its events. */
    add: async ({
      activates = true,
      credentials = { secret: hookSecret },
    }: { activates?: boolean; credentials?: object | null } = {}): Promise<TestHook> => {
      const { data: source } = await api.request('POST', '/v1/connections', {
        body: { name: 'Feed', service_type: 'http', credentials: {}, config: { base_url: 'https://feed.example' } },
      });
      const flow = await makeFlow(api);
      const { status, data: integration } = await api.request('POST', '/v1/integrations', {
        body: {
          name: 'Pushed',
          ...flow,
          source: { connection_id: source.id, object: '/people', key: ['id'] },
          triggers: [{ type: 'webhook' }],
        },
      });
      expect(status).toBe(201);
      const workflow = await findWorkflow(integration);
      if (credentials !== null) {
        const path = `/v1/workflows/${workflow.id}/hook-credentials`;
        expect((await api.request('PUT', path, { body: { credentials } })).status).toBe(200);
      }
      if (activates) await api.request('POST', `/v1/integrations/${integration.id}/activate`);
      return { integration, workflow, path: new URL(String(Object(workflow['hook']).url)).pathname };
    },
    /** Sends as a vendor would. */
    send: (
      path: string,
      { id = 'msg_1', type = 'person.changed', sentMs, by = hookSecret, body: given, text }: Message = {},
    ): Promise<Answer> => {
      const sent = new Date(sentMs ?? now());
      const body =
        given ?? JSON.stringify({ type, timestamp: '2026-11-22T11:59:58.000Z', data: { note: 'CANARY-payload' } });
      return api.request('POST', path, {
        key: null,
        text: text ?? body,
        headers: {
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(sent.getTime() / 1000)),
          'webhook-signature': new Webhook(by).sign(id, sent, body),
        },
      });
    },
    listEvents: async ({ workflow }: TestHook): Promise<Item[]> =>
      (await api.request('GET', `/v1/workflows/${workflow.id}/hook-events`)).list,
    listRuns: async ({ integration }: TestHook): Promise<Item[]> =>
      (await api.request('GET', `/v1/integrations/${integration.id}/runs`)).list,
  };
}
