import { expect } from 'vitest';
import type { StubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from '../integration/wait-acts.ts';
import type { Answer } from './harness.ts';

export interface Saved {
  id: string;
  body: Record<string, unknown>;
}

/** What tests of rehearsals do with a hub. */
export function createRehearseActs(hub: Readonly<StubbedHub>) {
  const { work } = createWaitActs(hub);
  return {
    saveFlow: async (members: Record<string, unknown>): Promise<Saved> => {
      const body = { name: `People ${Math.random()}`, ...members };
      const saved = await hub.api.request('POST', '/v1/integrations', { body });
      expect(saved.error).toBeUndefined();
      return { id: saved.data.id, body };
    },
    change: async (saved: Saved, members: Record<string, unknown>): Promise<void> => {
      const changed = await hub.api.request('PATCH', `/v1/integrations/${saved.id}`, {
        body: members,
        headers: { 'if-match': '*' },
      });
      expect([changed.status, changed.error]).toEqual([200, undefined]);
    },
    run: async (saved: Saved): Promise<string> => {
      const input = await hub.activities.begin(saved.id);
      await work(input);
      return input.runId;
    },
    rehearse: (id: string, body?: object, key?: string): Promise<Answer> =>
      hub.api.request('POST', `/v1/runs/${id}/rehearse`, {
        ...(body === undefined ? {} : { body }),
        ...(key === undefined ? {} : { key }),
      }),
    itemsOf: (answer: Answer): Record<string, unknown>[] => {
      const items: unknown = answer.data['items'];
      expect([answer.status, answer.error]).toEqual([200, undefined]);
      return Array.isArray(items) ? items : [];
    },
    makeKey: async (...scopes: string[]): Promise<string> => {
      const { data } = await hub.api.request('POST', '/v1/api-keys', { body: { name: 'Key', scopes } });
      return String(data['secret']);
    },
  };
}
