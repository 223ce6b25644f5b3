import { compileReader } from '../../connectors/kit/record-path.ts';
import { ConnectorError } from '../../core/connector-error.ts';
import type { RecordTarget } from '../../core/records.ts';
import type { Endpoint, Match } from './endpoints.ts';
import { describe, type Interaction, isCutOff } from './interaction.ts';
import { readKind } from './judge-error.ts';
import type { Replay } from './replay.ts';

type FindUse = Extract<Endpoint['use'], { kind: 'find' }>;

/** Looks a recorded record up through the session, and looks whether it is found. */
export async function replayFind(
  { connector, session, server, tally }: Replay,
  interaction: Interaction,
  { endpoint, holes }: Match,
  { operation }: FindUse,
): Promise<void> {
  if (readKind(connector, interaction) !== undefined || isCutOff(interaction) || interaction.status === 204) return;
  server.script = () => interaction;
  const matchOn = connector.objects[endpoint.object]?.key ?? [];
  const target = session.openTarget({ object: endpoint.object, operation, matchOn, options: {} });
  tally.add('look_ups');
  const problem = await lookUp(target, {
    effectId: interaction.id,
    operation,
    sourceKey: interaction.id,
    targetId: undefined,
    body: holes,
  });
  if (problem === undefined) return;
  tally.find({ kind: 'parse_failure', id: interaction.id, endpoint: describe(interaction), message: problem });
}

/** Searches for a recorded record by the value in its address, and looks whether it comes out with its key. */
export async function replaySearch(
  { connector, session, server, tally }: Replay,
  interaction: Interaction,
  { endpoint, holes }: Match,
): Promise<void> {
  if (readKind(connector, interaction) !== undefined || isCutOff(interaction) || interaction.status === 204) return;
  server.script = () => interaction;
  const { key: [key = 'id'] = [] } = connector.objects[endpoint.object] ?? {};
  const finder = session.openFinder?.({ object: endpoint.object, options: {}, key });
  tally.add('look_ups');
  const found = await finder?.find([holes['value'] ?? ''], new AbortController().signal);
  const isThere = found?.some((record) => compileReader(key)(record) !== undefined) === true;
  if (isThere) return;
  const message = 'A record that was there was not found.';
  tally.find({ kind: 'parse_failure', id: interaction.id, endpoint: describe(interaction), message });
}

async function lookUp(
  target: RecordTarget,
  effect: Parameters<RecordTarget['write']>[0][number],
): Promise<string | undefined> {
  try {
    const found = await target.find?.([effect], new AbortController().signal);
    return found?.[0]?.found === true ? undefined : 'A record that was there was not found.';
  } catch (error) {
    if (error instanceof ConnectorError) return error.message;
    throw error;
  }
}
