import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { toId } from '../../core/ids.ts';
import type { ActionStep, ItemContext } from '../../flow/index.ts';
import type { Opener } from '../../vault/index.ts';
import type { FlowRun, RunAddress } from '../load/load-run.ts';
import type { StoredItem } from './item-statements.ts';

/** Sealed values are objects: an output may be anything, and is a member of one. */
export const outputMember = 'output';

/** What opens items, and what they know of the run that carries them. */
export interface ItemReader {
  opener: Opener;
  address: RunAddress;
  run: Pick<FlowRun, 'startedAtMs' | 'trigger'>;
}

/** Makes what the steps of an item read of what is stored of it. */
export async function readContext({ opener, address, run }: ItemReader, item: StoredItem): Promise<ItemContext> {
  const { orgId, integrationId, runId } = address;
  const open = (sealed: string): Promise<Json> =>
    opener.open({ purpose: 'record', orgId, integrationId }, Buffer.from(sealed, 'base64'));
  const steps: JsonObject = {};
  let record: JsonObject = {};
  let error: JsonObject | undefined;
  for (const { step, outcome, sealed } of item.steps) {
    if (sealed === null) continue;
    const value = await open(sealed);
    if (step === '') record = isJsonObject(value) ? value : {};
    else if (outcome === 'failed') error = isJsonObject(value) ? { ...value, step } : undefined;
    else if (isJsonObject(value)) steps[step] = value[outputMember] ?? null;
  }
  const before = item.before === null ? null : await open(item.before);
  return {
    record,
    before: isJsonObject(before) ? before : null,
    change: item.change,
    steps,
    item: { id: toId('item', item.id), seq: item.seq, key: item.key },
    run: { id: toId('run', runId), trigger: run.trigger, started_at: new Date(run.startedAtMs).toISOString() },
    ...(error === undefined ? {} : { error }),
  };
}

/** What the ledger knows the effect of a step on an item by. */
export function toEffectKey({ effectOf }: Pick<ActionStep, 'effectOf'>, item: { key: string; seq: number }): string {
  return effectOf === 'item' ? `${item.key}@${item.seq}` : item.key;
}
