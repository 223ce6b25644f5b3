import { isJsonObject } from '../../core/json.ts';
import { messages } from '../../core/messages.ts';
import { newUuid } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/index.ts';
import { sourceSchema } from '../../engine/definition.ts';
import { compilePayload } from '../../engine/payload-source.ts';
import { presentRevision } from '../../services/runs/queue/require-runnable.ts';
import type { RunQueue } from '../../services/runs/queue/run-queue.ts';
import { insertPayloads, type Payload, sealPayloads } from '../../services/triggers/events/store-payloads.ts';
import type { Opener, PublicKeys } from '../../vault/index.ts';
import type { CallEnd } from './call-place.ts';
import type { AskedCall } from './select-asked.ts';

/** Opens inputs as their callers sealed them, and seals them for those that they call. */
export interface InputDeps {
  opener: Opener;
  publicKeys: PublicKeys;
}

/** Inputs that an integration takes, and calls whose inputs it does not. */
export interface GivenInputs {
  given: { id: string; childId: string; detached: boolean }[];
  refused: CallEnd[];
  /** Puts them into the inbox. A run that takes them has to know of their calls: send it in the same transaction. */
  store(): Promise<void>;
}

/** Checks inputs as those of an execution are checked, by the definition that a run would have which begins now. */
export async function giveInputs(
  tx: Transaction,
  { opener, publicKeys }: InputDeps,
  { orgId, integrationId, integration }: RunQueue,
  calls: readonly AskedCall[],
  now: string,
): Promise<GivenInputs> {
  const found: GivenInputs = { given: [], refused: [], store: () => Promise.resolve() };
  if (calls.length === 0) return found;
  const { name } = integration;
  const [stored] = await tx.sql<{ source: unknown }[]>`
    select definition -> 'source' as source from integration_revisions
    where org_id = ${orgId} and integration_id = ${integrationId} and revision = ${presentRevision(integration)}`;
  const source = sourceSchema.safeParse(stored?.source).data;
  if (source?.payload === undefined) {
    const [code, message] = ['takes_no_input', messages.callTakesNoInput({ name })];
    return { ...found, refused: calls.map(({ id }) => ({ id, outcome: 'refused', code, message })) };
  }
  const read = compilePayload({ ...source.payload, key: source.key ?? [] });
  const payloads: Payload[] = [];
  for (const { id, integration_id: callerId, sealed, detached } of calls) {
    const record = sealed && (await opener.open({ purpose: 'record', orgId, integrationId: callerId }, sealed));
    const checked = isJsonObject(record) ? read(record) : ({ ok: false, message: '' } as const);
    if (!checked.ok || !isJsonObject(record)) {
      const message = messages.callInputInvalid({ name, reason: checked.ok ? '' : checked.message });
      found.refused.push({ id, outcome: 'refused', code: 'invalid_input', message });
      continue;
    }
    const childId = newUuid();
    payloads.push({ id: childId, key: checked.key, record });
    found.given.push({ id, childId, detached });
  }
  const inputs = await sealPayloads(publicKeys, { orgId, integrationId }, payloads);
  return {
    ...found,
    store: async () => {
      await insertPayloads(tx, { orgId, integrationId }, inputs, now);
    },
  };
}
