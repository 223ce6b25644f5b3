import type { TestApi } from '../../api/harness.ts';
import type { ItemViolation } from './judge-life.ts';
import type { Vendor } from './vendor.ts';

/** Looks at the database and the vendor between the acts of a life. */
export interface Watch {
  /** @returns what must not be at any moment. */
  look(): Promise<ItemViolation | undefined>;
  /** `over`: every run and every item has ended; `left`: no run goes on, and items are left. */
  readRest(): Promise<'over' | 'left' | 'open'>;
  describeStuck(): Promise<ItemViolation>;
  compareCounters(): Promise<ItemViolation | undefined>;
}

export function openWatch({
  api: { admin },
  vendor,
  integrationId,
}: {
  api: TestApi;
  vendor: Vendor;
  integrationId: string;
}): Watch {
  /** Ended items as they were first seen so, and how much the vendor had noted then. */
  const ended = new Map<string, { status: string; who: string; entries: number }>();

  async function lookAtHeads(): Promise<ItemViolation | undefined> {
    const [doubled] = await admin`
      select key from items where integration_id = ${integrationId} and parent_id is null and parent_step is null
        and status in ('ready', 'parked') and not released group by key having count(*) > 1`;
    return doubled && { invariant: 'heads', message: `Two items of ${doubled['key']} are on their way.` };
  }

  async function lookAtTurns(): Promise<ItemViolation | undefined> {
    const [kept] = await admin`
      select id from runs where integration_id = ${integrationId} and status = 'queued' and admitted_at is null
        and not exists (
          select 1 from runs as holder where holder.integration_id = ${integrationId} and holder.admitted_at is not null
            and holder.status in ('queued', 'running', 'canceling')
        )`;
    return kept && { invariant: 'turn', message: `The run ${kept['id']} waits for a turn that nobody has.` };
  }

  async function lookAtEnds(): Promise<ItemViolation | undefined> {
    const rows = await admin<{ id: string; status: string; who: string }[]>`
      select id, status, key || '#' || seq as who from items
      where integration_id = ${integrationId} and parent_id is null and ended_at is not null`;
    const now = new Map(rows.map(({ id, status }) => [id, status]));
    for (const [id, { status, who, entries }] of ended) {
      if (now.get(id) !== status)
        return { invariant: 'after_end', message: `${who} was ${status}, and is ${now.get(id)}.` };
      const late = vendor.journal.slice(entries).find(({ body }) => body.who === who || body.who.startsWith(`${who}/`));
      if (late !== undefined)
        return { invariant: 'after_end', message: `${late.body.step} of ${who} came behind its end.` };
    }
    for (const { id, status, who } of rows) {
      if (!ended.has(id)) ended.set(id, { status, who, entries: vendor.journal.length });
    }
    return undefined;
  }

  return {
    look: async () => {
      const [reused] = vendor.reused;
      if (reused !== undefined) return { invariant: 'decided', message: `One key was sent with ${reused}.` };
      return (await lookAtHeads()) ?? (await lookAtTurns()) ?? (await lookAtEnds());
    },
    readRest: async () => {
      const [row] = await admin<{ runs: boolean; items: boolean }[]>`
        select exists (select 1 from runs where integration_id = ${integrationId} and finished_at is null) as runs,
          exists (select 1 from items where integration_id = ${integrationId} and ended_at is null) as items`;
      if (row?.runs === true) return 'open';
      return row?.items === true ? 'left' : 'over';
    },
    describeStuck: async () => {
      const runs =
        await admin`select status, wakes, wake_at from runs where integration_id = ${integrationId} and finished_at is null`;
      const items = await admin`
        select key, seq, status, step, settled, open_children, child from items
        where integration_id = ${integrationId} and ended_at is null`;
      return { invariant: 'stuck', message: `Left: ${JSON.stringify([...runs])} ${JSON.stringify([...items])}` };
    },
    compareCounters: async () => {
      const [row] = await admin<{ created: number }[]>`
        select coalesce(sum(created), 0)::int as created from runs where integration_id = ${integrationId}`;
      const made = vendor.journal.filter(({ kind }) => kind === 'made').length;
      if (row?.created === made) return undefined;
      return { invariant: 'counters', message: `The runs count ${row?.created} created, the vendor ${made}.` };
    },
  };
}
