import { pino } from 'pino';
import { systemClock } from '../../core/clock.ts';
import { openDatabase } from '../../drizzle/client.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { createSigner, readPrivateKeys } from '../../vault/index.ts';
import { createSealer } from '../../audit/sealer.ts';
import type { Answer, Item, TestApi } from './harness.ts';

/** What a worker does with the audit log, and what a person with access to the database might. */
export async function actOnAudit(api: TestApi) {
  const relay = openDatabase(api.testDatabase.relayUrl, { role: 'hub_relay', max: 4 });
  const signer = createSigner(await readPrivateKeys(api.keyFile));
  const logged: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const deps = { relayDatabase: relay, signer, clock: systemClock, log };
  const seal = createSealer(deps);
  const orgId = toLookup('organization', api.organization.organization_id);
  return {
    relay,
    signer,
    orgId,
    /** Lines that the sealer logged. */
    logged,
    /** Seals whatever waits. */
    seal,
    /** Another process that seals. */
    startAnother: () => createSealer(deps),
    verify: (body?: object): Promise<Answer> =>
      api.request('POST', '/v1/audit-events/verify', body === undefined ? {} : { body }),
    /** Makes changes that are in the log afterwards. */
    change: async (count: number): Promise<Item[]> => {
      const made: Item[] = [];
      for (let n = 0; n < count; n += 1)
        made.push((await api.request('POST', '/v1/accounts', { body: { name: `Account ${n}` } })).data);
      return made;
    },
    close: () => relay.close(),
  };
}
