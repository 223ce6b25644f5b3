import { z } from 'zod';
import { toId } from '../../../core/ids.ts';
import { toLookup } from '../../../services/shared/schemas.ts';
import type { TestApi } from '../../api/harness.ts';
import type { Rng } from '../rng.ts';
import { firstId } from './blocks.ts';
import type { LifeEvidence } from './judge-life.ts';
import type { Vendor } from './vendor.ts';

/** Those who answer what items wait for, and who cancel them, over the API. */
export interface People {
  /** Decides on something that is open, now and then twice and to the contrary. */
  decide(): Promise<void>;
  /** Answers at an address, early or late, now and then twice. */
  callBack(): Promise<void>;
  cancelItem(): Promise<void>;
  cancelRun(): Promise<void>;
  readEvidence(): Promise<Pick<LifeEvidence, 'items' | 'taken'>>;
}

const rows = z.array(
  z.object({
    key: z.string(),
    seq: z.number(),
    status: z.string(),
    decided: z.record(z.string(), z.enum(['approved', 'rejected', 'expired', 'answered'])),
  }),
);

export function openPeople({
  api,
  vendor,
  integration,
  rng,
}: {
  api: TestApi;
  vendor: Vendor;
  integration: string;
  rng: Rng;
}): People {
  const integrationId = toLookup('integration', integration);
  const taken = new Map<string, unknown[]>();
  let said = 0;
  const take = (name: string, value: unknown): void => void taken.set(name, [...(taken.get(name) ?? []), value]);

  /** @returns what the hub answered with, 200 and 202 mean that it counts. */
  const decideOnce = async (id: string, name: string): Promise<void> => {
    const decision = rng.chance(0.2) ? 'reject' : 'approve';
    said += 1;
    const comment = `${decision === 'approve' ? 'approved' : 'rejected'} ${said}`;
    const { status } = await api.request('POST', `/v1/approvals/${id}/${decision}`, { body: { comment } });
    if (status === 200) take(name, comment);
    // Of 503, as on a machine that is too busy, nothing counts: somebody decides later.
    else if (status !== 409 && status !== 503) throw new Error(`A decision was answered ${status}.`);
  };

  const callOnce = async (path: string, name: string): Promise<void> => {
    said += 1;
    const answer = said;
    const { status } = await api.request('POST', path, { key: null, body: { answer } });
    if (status === 202) take(name, answer);
    else if (status !== 409 && status !== 503) throw new Error(`A callback was answered ${status}.`);
  };

  return {
    decide: async () => {
      const open = await api.admin<{ id: string; step: string; key: string; seq: number }[]>`
        select waits.id, waits.step, items.key, items.seq from waits join items on items.id = waits.item_id
        where waits.integration_id = ${integrationId} and waits.kind = 'approval' and waits.status = 'open' order by waits.id`;
      if (open.length === 0) return;
      const { id, step, key, seq } = rng.pick(open);
      const name = `${key}#${seq} ${step}`;
      const times = rng.chance(0.4) ? [1, 2] : [1];
      await Promise.all(times.map(() => decideOnce(toId('approval', id), name)));
    },
    callBack: async () => {
      const asked = vendor.journal.filter(({ kind, body }) => kind === 'made' && body.step === firstId);
      const addresses = asked.flatMap(({ body }) =>
        Object.entries(body.reply_to ?? {}).map(([step, url]) => ({ name: `${body.who} ${step}`, url })),
      );
      const unanswered = addresses.filter(({ name }) => !taken.has(name));
      const chosen = rng.chance(0.8) ? unanswered : addresses;
      if (chosen.length === 0) return;
      const { name, url } = rng.pick(chosen);
      const times = rng.chance(0.4) ? [1, 2] : [1];
      await Promise.all(times.map(() => callOnce(new URL(url).pathname, name)));
    },
    cancelItem: async () => {
      const open = await api.admin<{ id: string }[]>`
        select id from items where integration_id = ${integrationId} and parent_id is null and parent_step is null and ended_at is null order by id`;
      if (open.length > 0) await api.request('POST', `/v1/items/${toId('item', rng.pick(open).id)}/cancel`);
    },
    cancelRun: async () => {
      const open = await api.admin<{ id: string }[]>`
        select id from runs where integration_id = ${integrationId} and finished_at is null order by id`;
      if (open.length > 0) await api.request('POST', `/v1/runs/${toId('run', rng.pick(open).id)}/cancel`);
    },
    readEvidence: async () => {
      const items = await api.admin`
        select items.key, items.seq, items.status, (
          select coalesce(jsonb_object_agg(waits.step, waits.status), '{}') from waits
          where waits.item_id = items.id and waits.kind in ('approval', 'event')
            and waits.status in ('approved', 'rejected', 'expired', 'answered')
        ) as decided
        from items where integration_id = ${integrationId} and parent_id is null and parent_step is null order by key, seq`;
      return {
        items: rows
          .parse(items)
          .map(({ decided, ...item }) => ({ ...item, decided: new Map(Object.entries(decided)) })),
        taken,
      };
    },
  };
}
