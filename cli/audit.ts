import { once } from 'node:events';
import { readLines } from '../client/read-lines.ts';
import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { callOperation } from '../as-code/call.ts';
import { CliError, misuse } from './cli-error.ts';
import type { CliContext, GlobalOptions } from './context.ts';
import type { Ending } from './exit-codes.ts';
import { findHub, openHub } from './hubs/find-hub.ts';
import { openProgressLine } from './runs/progress-line.ts';
import { printOne } from './output/print.ts';

/** Has the whole audit log verified, call after call, until its end or something is wrong. */
export async function verifyAudit(context: CliContext, options: GlobalOptions & { after?: string }): Promise<Ending> {
  const hub = await openHub(context, options);
  const line = openProgressLine(context);
  let after = readPlace(options.after);
  for (let checked = 0; ;) {
    const body: Json = after === undefined ? {} : { after };
    const { data } = await callOperation(hub, 'verifyAuditEvents', { body }, { signal: context.signal });
    const verdict: JsonObject = isJsonObject(data) ? data : {};
    checked += Number(verdict['checked']);
    if (verdict['ok'] !== true || verdict['complete'] !== false) {
      line.clear();
      await printOne(context, options, { ...verdict, checked });
      return verdict['ok'] === true ? 'done' : 'unsuccessful';
    }
    line.show(`verifying · ${checked.toLocaleString('en')} events`);
    after = isJsonObject(verdict['verified_to']) ? verdict['verified_to'] : undefined;
    if (after === undefined) throw new CliError('refused', 'The hub does not say how far it came.');
  }
}

/** `SEQUENCE:HASH`, as a checkpoint that was kept. */
function readPlace(text: string | undefined): JsonObject | undefined {
  if (text === undefined) return undefined;
  const [, sequence, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (sequence === undefined || hash === undefined) throw misuse('--after takes SEQUENCE:HASH of a checkpoint.');
  return { sequence: Number(sequence), hash };
}

/** Prints the sealed events of the audit log, a line of JSON each, as they come. */
export async function exportAudit(
  context: CliContext,
  options: GlobalOptions & { afterSequence?: string },
): Promise<Ending> {
  const { url, apiKey } = await findHub(context, options);
  const query = options.afterSequence === undefined ? {} : { after_sequence: options.afterSequence };
  const lines = readLines({ baseUrl: url, apiKey }, '/audit-events/export', query, { signal: context.signal });
  for await (const line of lines) {
    // A slow reader holds the export up, not the memory of this process.
    if (!context.stdout.write(`${line}\n`)) await once(context.stdout, 'drain');
  }
  return 'done';
}
