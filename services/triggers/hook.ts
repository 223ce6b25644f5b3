import type { Webhook } from '../../connectors/kit/webhook/webhook.ts';
import type { JsonObject } from '../../core/json.ts';
import type { StoredPayload } from '../../engine/payload-schema.ts';
import type { Debounce } from '../../engine/triggers/webhook-trigger.ts';
import type { ReadPayload } from '../../engine/payload-source.ts';
import type { NetworkList } from '../shared/networks.ts';
import type { Secret } from '../../core/secret.ts';

/** A hook with all that its deliveries are checked by. */
export interface Hook {
  orgId: string;
  /** UUIDs. */
  id: string;
  integrationId: string;
  workflowId: string;
  webhook: Webhook;
  /** Where deliveries have to come from; absent where it does not matter. */
  networks: NetworkList | undefined;
  /** Reads a delivery that is a record itself; absent where deliveries say that the source changed. */
  readPayload: ((record: JsonObject) => ReadPayload) | undefined;
  /** How deliveries of a key are merged; absent where each is an item. */
  debounce: Debounce | undefined;
  /** Where steps respond to deliveries; absent where none does, or the sender cannot wait for it. */
  respond: StoredPayload['respond'];
  /** When it was last changed; checked again in the transaction that stores events for it. */
  version: string;
  /** It was read for a delivery before this one. */
  isRemembered: boolean;
  /** The versions of its credentials that are good at a time, the newest first. */
  openCredentials(nowMs: number): Secret<JsonObject>[];
}

/** Hooks that a process has read. */
export type HookMemory = Map<string, { hook: Hook; readAt: number }>;
