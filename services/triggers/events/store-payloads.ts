import type { JsonObject } from '../../../core/json.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { createSealer, type PublicKeys } from '../../../vault/index.ts';

/** What was delivered, before it is stored. */
export interface Payload {
  /** UUID: of the event, and of the item that is made of it. */
  id: string;
  key: string;
  record: JsonObject;
}

export interface SealedPayload extends Omit<Payload, 'record'> {
  sealed: Buffer;
}

/** Seals payloads as the records of the integration are: the API cannot open them again. */
export async function sealPayloads(
  publicKeys: PublicKeys,
  { orgId, integrationId }: { orgId: string; integrationId: string },
  payloads: readonly Payload[],
): Promise<SealedPayload[]> {
  if (payloads.length === 0) return [];
  const sealer = await createSealer(publicKeys, { purpose: 'record', orgId, integrationId });
  return payloads.map(({ id, key, record }) => ({ id, key, sealed: sealer.seal(record) }));
}

/** Puts payloads into the inbox of an integration, in their order. A run takes them out. */
export function insertPayloads(
  { sql }: Transaction,
  { orgId, integrationId }: { orgId: string; integrationId: string },
  payloads: readonly SealedPayload[],
  now: string,
): PromiseLike<unknown> {
  if (payloads.length === 0) return Promise.resolve();
  return sql`
    insert into inbox (org_id, id, integration_id, key, sealed, received_at)
    select ${orgId}, p.id, ${integrationId}, p.key, decode(p.sealed, 'hex'), ${now}
    from unnest(
      ${payloads.map(({ id }) => id)}::uuid[], ${payloads.map(({ key }) => key)}::text[],
      ${payloads.map(({ sealed }) => sealed.toString('hex'))}::text[]
    ) with ordinality as p (id, key, sealed, place)
    order by p.place`;
}
