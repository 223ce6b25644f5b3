import { ConnectorError } from '../../core/connector-error.ts';
import { compileReader } from '../../core/path-readers.ts';
import type { Endpoint, Match } from './endpoints.ts';
import { findDeclared, findRecords } from './count-records.ts';
import { describe, type Interaction, isCutOff } from './interaction.ts';
import { readKind } from './judge-error.ts';
import type { Replay } from './replay.ts';

type FindUse = Extract<Endpoint['use'], { kind: 'find' }>;
type SearchUse = Extract<Endpoint['use'], { kind: 'search' }>;

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
  const named = { effectId: interaction.id, sourceKey: interaction.id, targetId: undefined };
  const problem = await describeFailure(async () => {
    const found = await target.find?.([{ ...named, operation, body: holes }], new AbortController().signal);
    return found?.[0]?.found === true;
  });
  if (problem === undefined) return;
  tally.find({ kind: 'parse_failure', id: interaction.id, endpoint: describe(interaction), message: problem });
}

/** Searches for a recorded record by the value in its address, and looks whether what was recorded comes out with its key. */
export async function replaySearch(
  { connector, session, server, tally }: Replay,
  interaction: Interaction,
  { endpoint, holes }: Match,
  { find: { format } }: SearchUse,
): Promise<void> {
  if (readKind(connector, interaction) !== undefined || isCutOff(interaction) || interaction.status === 204) return;
  const recorded = findRecords(interaction.response_body, findDeclared(format));
  // Text that is no document was not recorded as it was sent.
  if (recorded?.length === 0 || (recorded === undefined && typeof interaction.response_body === 'string')) return;
  server.script = () => interaction;
  const { key: [key = 'id'] = [] } = connector.objects[endpoint.object] ?? {};
  const finder = session.openFinder?.({ object: endpoint.object, options: {}, key });
  tally.add('look_ups');
  const problem = await describeFailure(async () => {
    const found = await finder?.find([holes['value'] ?? 'recorded'], new AbortController().signal);
    return found?.some((record) => compileReader(key)(record) !== undefined) === true;
  });
  if (problem === undefined) return;
  tally.find({ kind: 'parse_failure', id: interaction.id, endpoint: describe(interaction), message: problem });
}

/** @returns what went wrong with a look-up; `undefined` where it found what it looked for. */
async function describeFailure(lookUp: () => Promise<boolean>): Promise<string | undefined> {
  try {
    return (await lookUp()) ? undefined : 'A record that was there was not found.';
  } catch (error) {
    if (error instanceof ConnectorError) return error.message;
    throw error;
  }
}
