import { toJsonObject } from '../../connectors/kit/type-guards.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { compileReader } from '../../core/path-readers.ts';
import type { Endpoint, Match } from './endpoints.ts';
import { describe, type Interaction, isCutOff } from './interaction.ts';
import { readKind } from './judge-error.ts';
import type { Replay } from './replay.ts';
import type { ReplayRequest } from './replay-server.ts';
import { compareBodies } from './compare-bodies.ts';
import type { Finding } from './report.ts';

type WriteUse = Extract<Endpoint['use'], { kind: 'write' }>;

const carriedOut: ReadonlySet<string> = new Set(['created', 'updated', 'unchanged', 'written', 'deleted']);

/** Writes what was recorded through the session, and looks whether the recorded answer is understood as done. */
export async function replayWrite(
  { connector, session, server, tally }: Replay,
  interaction: Interaction,
  { endpoint, holes, differs }: Match,
  { operation, write, isUpdate }: WriteUse,
): Promise<void> {
  if (readKind(connector, interaction) !== undefined) return;
  const requests: ReplayRequest[] = [];
  server.script = (request) => {
    // Look-ups before the write find nothing.
    if (requests.length > 0 || request.method !== interaction.method) return undefined;
    requests.push(request);
    return interaction;
  };
  const { $target_id: targetId, ...named } = holes;
  const target = session.openTarget({
    object: endpoint.object,
    operation,
    matchOn: connector.objects[endpoint.object]?.key ?? [],
    options: {},
  });
  const body = { ...readRecord(endpoint, interaction), ...named };
  const effect = { effectId: interaction.id, operation, sourceKey: interaction.id, targetId, body };
  const { results, error } = await target.write([effect]);
  tally.add('writes');
  const [result] = results;
  const find = (kind: Finding['kind'], message: string): void =>
    tally.find({
      kind: differs > 0 ? 'not_comparable' : kind,
      id: interaction.id,
      endpoint: describe(interaction),
      message,
    });
  const [sent] = requests;
  if (sent !== undefined && isJsonObject(interaction.request_body) && !isReshaped(write, isUpdate)) {
    tally.add('bodies');
    const altered = compareBodies(interaction, sent, new Set(Object.keys(named)));
    if (altered.length > 0) find('sent_otherwise', `It sent ${altered.join(', ')} otherwise than was recorded.`);
  }
  if (result === undefined || !carriedOut.has(result.outcome)) {
    const reason = error === undefined ? '' : ` ${error.message}`;
    find('parse_failure', `A write that succeeded was read as ${result?.outcome ?? 'nothing'}.${reason}`);
    return;
  }
  // Where a look-up finds records again, it gives the id that a creation kept to itself.
  const isFound = write.idempotency.kind === 'find';
  if (operation !== 'create' || isUpdate || isFound || write.targetIdPath === undefined || isCutOff(interaction))
    return;
  if (!('targetId' in result) || result.targetId === undefined) {
    find('parse_failure', 'The answer to a creation has no id where the connector reads it.');
  }
}

/** Whether a body is not the record as it is: it is put together, or there is none. */
function isReshaped({ request, update, patch, constants, bulk, body }: WriteUse['write'], isUpdate: boolean): boolean {
  const used = isUpdate ? (update ?? request) : request;
  if (used.method === 'DELETE' || body === 'none') return true;
  const isChanged = (patch !== undefined && patch !== 'merge') || constants !== undefined || bulk !== undefined;
  const isOther = used.body !== undefined || used.bodyFields !== undefined || used.xml !== undefined;
  return isChanged || isOther || used.encoding === 'form';
}

/** The record within a recorded body, wherever the connector puts it. */
function readRecord({ record }: Endpoint, { request_body: body }: Interaction): JsonObject {
  return toJsonObject(record === undefined ? body : compileReader(record)(body));
}
