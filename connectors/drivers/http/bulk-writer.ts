import { type ConnectorError, connectorErrorKinds } from '../../../core/connector-error.ts';
import type { EffectResult } from '../../../core/records.ts';
import { type BulkEntry, cutBatches, interpretBulk, planBulk } from './exchange/bulk.ts';
import type { Fault } from '../../kit/fault.ts';
import type { Bulk, HttpWrite } from '../../kit/http/operations.ts';
import { toRejection } from './exchange/interpret.ts';
import type { CallNamer } from './call.ts';
import type { HttpContext } from './context.ts';
import { runConcurrently } from '../shared/run-concurrently.ts';
import type { WriteWindow } from '../shared/write-window.ts';

/** A write of a batch, with its index in the results. */
export interface PlacedEntry extends BulkEntry {
  place: number;
}

/** What requests for many records share. */
export interface BulkCalls {
  context: HttpContext;
  calls: CallNamer;
  write: HttpWrite & { bulk: Bulk };
  repeatable: boolean;
  timeoutMs: number;
  /** The time in which requests may begin. */
  window: WriteWindow;
}

/**
 * Writes many records with few requests, and assigns each record its outcome.
 *
 * A request that is refused as a whole is split and sent again, so that one invalid record does not fail the others.
 *
 * @returns why some were not executed, if a retry may succeed.
 */
export async function writeBulk(
  bulkCalls: BulkCalls,
  entries: readonly PlacedEntry[],
  results: EffectResult[],
): Promise<ConnectorError | undefined> {
  const { write } = bulkCalls;
  let error: ConnectorError | undefined;
  await runConcurrently(cutBatches(entries, write.bulk), write.concurrency, async (batch) => {
    const waiting = [batch];
    for (let part = waiting.shift(); part !== undefined && error === undefined; part = waiting.shift()) {
      const sent = await sendBatch(bulkCalls, part);
      if ('halve' in sent) {
        const half = Math.ceil(part.length / 2);
        waiting.unshift(part.slice(0, half), part.slice(half));
        continue;
      }
      for (const [index, { place }] of part.entries()) results[place] = sent.results[index] ?? { outcome: 'in_doubt' };
      error ??= sent.error;
    }
  });
  return error;
}

type SentBatch = { results: EffectResult[]; error: ConnectorError | undefined } | { halve: true };

async function sendBatch(bulkCalls: BulkCalls, batch: readonly PlacedEntry[]): Promise<SentBatch> {
  const { context, calls, write, repeatable, timeoutMs, window } = bulkCalls;
  const all = (result: EffectResult): EffectResult[] => batch.map(() => result);
  const planned = planBulk(write.bulk, batch, context.scope);
  if (!planned.ok) {
    const error = calls.toError({ ...planned.fault, kind: 'config' }, undefined);
    return { results: all({ outcome: 'not_sent' }), error };
  }
  const { plan } = planned;
  const exchanged = await context.client.exchange({ plan, repeatable, timeoutMs, window });
  if (exchanged.status === 'failed') {
    const outcome = exchanged.sent ? 'in_doubt' : 'not_sent';
    return { results: all({ outcome }), error: calls.toError(exchanged.fault, plan) };
  }
  const { answer } = exchanged;
  const toError = (fault: Fault): ConnectorError => calls.toError(fault, plan, answer.status);
  if (answer.fault === undefined) {
    const { results, fault } = interpretBulk(write, batch, answer);
    return { results, error: fault === undefined ? undefined : toError(fault) };
  }
  const { kind } = answer.fault;
  if (kind === 'validation' || kind === 'conflict') {
    return batch.length > 1 ? { halve: true } : { results: all(toRejection(answer.fault)), error: undefined };
  }
  const outcome = connectorErrorKinds[kind].applied === 'unknown' ? 'in_doubt' : 'not_sent';
  return { results: all({ outcome }), error: toError(answer.fault) };
}
