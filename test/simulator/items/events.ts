import { toLookup } from '../../../services/shared/schemas.ts';
import type { TestApi } from '../../api/harness.ts';
import type { Rng } from '../rng.ts';
import { type Block, firstId, keyOfEvent } from './blocks.ts';
import type { Delivered } from './judge-events.ts';
import type { Vendor } from './vendor.ts';

/** What is delivered of events that items wait for, to an integration of its own, over the API. */
export interface Events {
  /**
   * Delivers one: to an item that waits, one that has not come to its wait or is behind it, or one that is not there yet.
   *
   * @param isAlone Nobody is at work meanwhile.
   */
  deliver(isAlone: boolean): Promise<void>;
  /** Delivers what is waited for and never came. What came, and was lost, does not come again. */
  deliverMissing(): Promise<void>;
  readonly delivered: ReadonlyMap<string, readonly Delivered[]>;
}

const [keysMax, seqMax] = [3, 3];

export function openEvents({
  api,
  vendor,
  integration,
  blocks,
  deliveries,
  rng,
  say,
}: {
  api: TestApi;
  vendor: Vendor;
  /** Whose items wait. */
  integration: string;
  blocks: readonly Block[];
  /** The integration that takes the events. */
  deliveries: string;
  rng: Rng;
  say: (text: string) => void;
}): Events {
  const integrationId = toLookup('integration', integration);
  const steps = blocks.flatMap(({ kind, id }) => (kind === 'event' ? [id] : []));
  const delivered = new Map<string, Delivered[]>();
  let answers = 0;

  interface Address {
    who: string;
    step: string;
    /** The item has come to the wait. */
    isOpen: boolean;
  }

  const readOpen = async (): Promise<Address[]> => {
    const rows = await api.admin<{ who: string; step: string }[]>`
      select items.key || '#' || items.seq as who, waits.step from waits join items on items.id = waits.item_id
      where waits.integration_id = ${integrationId} and waits.kind = 'event' and waits.status = 'open' order by waits.id`;
    return rows.map((row) => ({ ...row, isOpen: true }));
  };

  const choose = async (): Promise<Address> => {
    const open = await readOpen();
    const isWaiting = rng.chance(0.6);
    if (isWaiting && open.length > 0) return rng.pick(open);
    const begun = vendor.journal.flatMap(({ kind, body }) =>
      kind === 'made' && body.step === firstId ? [body.who] : [],
    );
    const who = rng.chance(0.6) && begun.length > 0 ? rng.pick(begun) : `p${rng.int(1, keysMax)}#${rng.int(1, seqMax)}`;
    const step = rng.pick(steps);
    return { who, step, isOpen: open.some((one) => one.who === who && one.step === step) };
  };

  async function send(to: readonly Address[], isAlone: boolean): Promise<void> {
    const { hour } = vendor;
    const inputs = to.map(({ who, step }) => ({ id: keyOfEvent(who, step), answer: (answers += 1) }));
    const path = `/v1/integrations/${deliveries}/execute`;
    const { status } = await api.request('POST', path, { body: { inputs } });
    say(`  delivered ${JSON.stringify(inputs)}: ${status}`);
    // Of 503, as on a machine that is too busy, nothing counts.
    if (status === 503) return;
    if (status !== 202) throw new Error(`A delivery was answered ${status}.`);
    for (const [index, { who, step, isOpen }] of to.entries()) {
      const name = `${who} ${step}`;
      const before = delivered.get(name) ?? [];
      const isDecisive = isAlone && isOpen && !before.some((one) => one.isDecisive);
      delivered.set(name, [...before, { answer: inputs[index]?.answer ?? 0, hour, isDecisive }]);
    }
  }

  return {
    delivered,
    deliver: async (isAlone) => {
      if (steps.length === 0) return;
      const to = await choose();
      const isTwice = rng.chance(0.4);
      if (isTwice && rng.chance(0.5)) return send([to, to], isAlone);
      await send([to], isAlone);
      if (isTwice) await send([to], isAlone);
    },
    deliverMissing: async () => {
      const missing = steps.length === 0 ? [] : await readOpen();
      for (const to of missing) if (!delivered.has(`${to.who} ${to.step}`)) await send([to], true);
    },
  };
}
