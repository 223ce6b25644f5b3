import type { ConnectorError } from '../../../core/connector-error.ts';
import type { Effect, EffectResult, WriteReport } from '../../../core/records.ts';
import { type Fault, FaultError } from '../../kit/fault.ts';
import { runConcurrently } from './run-concurrently.ts';

/** The result of one effect. A fault ends the batch: no further effect starts. */
export interface WriteStep {
  result: EffectResult;
  fault?: Fault | undefined;
}

/** How the effects of a batch are written one by one. */
export interface EachWriter {
  /** Maximum concurrent effects. */
  concurrency: number;
  /** Writes one effect. If it throws a `FaultError`, only this record is rejected. */
  writeOne(effect: Effect): Promise<WriteStep>;
  toError(fault: Fault): ConnectorError;
}

/** Writes the effects of a batch one by one. Those that do not begin are `not_sent`. */
export async function writeEach(
  effects: readonly Effect[],
  { concurrency, writeOne, toError }: EachWriter,
): Promise<WriteReport> {
  const results = effects.map((): EffectResult => ({ outcome: 'not_sent' }));
  let error: ConnectorError | undefined;
  await runConcurrently(effects, concurrency, async (effect, index) => {
    if (error !== undefined) return;
    const { result, fault } = await settle(effect, writeOne);
    results[index] = result;
    if (fault !== undefined) error ??= toError(fault);
  });
  return { results, error };
}

async function settle(effect: Effect, writeOne: EachWriter['writeOne']): Promise<WriteStep> {
  try {
    return await writeOne(effect);
  } catch (error) {
    if (error instanceof FaultError) return { result: toRejection(error.fault) };
    throw error;
  }
}

/** The rejection of a record: what the system said of it, and the field that it named. */
export function toRejection({ kind, message, vendorMessage, fields }: Fault): EffectResult {
  return { outcome: 'rejected', code: kind, message: vendorMessage ?? message, field: fields?.[0]?.field };
}
