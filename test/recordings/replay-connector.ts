import type { HttpConnector } from '../../connectors/kit/connector.ts';
import { openSession } from '../../connectors/drivers/open-session.ts';
import type { ConnectorSession } from '../../connectors/drivers/shared/session.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import { Secret } from '../../core/secret.ts';
import { type Endpoint, findEndpoint, listEndpoints, type Match, nameOperation } from './endpoints.ts';
import { findMisreading } from './judge-error.ts';
import { describe, type Interaction, isCutOff, readFlows } from './interaction.ts';
import { isResult } from './listing.ts';
import type { Replay } from './replay.ts';
import { replayListing } from './replay-listing.ts';
import { ReplayServer } from './replay-server.ts';
import { replayFind, replaySearch } from './replay-find.ts';
import { replayWrite } from './replay-write.ts';
import { type ConnectorReport, Tally } from './report.ts';
import { listRecordedHosts } from './recorded-hosts.ts';
import { renderSampleUrl, sampleConfig, unsigned } from './samples.ts';

/**
 * Replays a file of recordings against a connector: its own session plans, sends to a server on loopback and interprets.
 *
 * @param isRelative The recorded paths lack the beginning that the vendor's base address has.
 */
export async function replayConnector(
  connector: HttpConnector,
  file: string,
  isRelative: boolean,
): Promise<ConnectorReport> {
  const server = await ReplayServer.start();
  const hosts = listHosts(connector);
  const open: Replay['open'] = (variant) => openReplaySession(variant, hosts, server.port);
  const session = await open(connector);
  const replay: Replay = { connector, session, open, server, hosts, tally: new Tally(connector.id) };
  const endpoints = listEndpoints(connector);
  try {
    for await (const flow of readFlows(file)) await replayFlow(replay, endpoints, flow, isRelative);
    return replay.tally.finish();
  } finally {
    await session.close();
    await server.stop();
  }
}

function listHosts(connector: HttpConnector): string[] {
  const { hosts } = connector.http;
  return hosts === 'from_config' ? [new URL(renderSampleUrl(connector, true)).hostname] : [...hosts];
}

/** A little longer than lists that belong to parents gather pages for, and far shorter than a batch may take. */
const hurryMs = 2100;

/**
 * A clock that goes on by seconds each time it is read: lists that belong to parents hand out each page by itself then. A page
 * that nobody recorded would else take those before it along, which were recorded and have to be counted.
 */
function createHurriedClock(): Clock {
  let readings = 0;
  return { ...systemClock, monotonic: () => (readings += 1) * hurryMs, sleep: () => Promise.resolve() };
}

/** A session without credentials, waits and budget, whose every connection ends at the server. */
function openReplaySession(
  connector: HttpConnector,
  hosts: readonly string[],
  loopbackPort: number,
): Promise<ConnectorSession> {
  const { method, credentials } = unsigned(connector);
  return openSession(
    { ...connector, auth: [method], http: { ...connector.http, hosts } },
    {
      connectionId: 'conn_recordings',
      config: sampleConfig(connector, true),
      auth: { method: method.id, credentials: new Secret(credentials) },
      egress: { allow: [], loopbackPort },
      limiter: { take: () => Promise.resolve(), settle: () => undefined, pause: () => undefined },
      clock: createHurriedClock(),
    },
  );
}

async function replayFlow(
  replay: Replay,
  endpoints: readonly Endpoint[],
  flow: readonly Interaction[],
  isRelative: boolean,
): Promise<void> {
  for (const host of flow.flatMap(listRecordedHosts)) if (!replay.hosts.includes(host)) replay.hosts.push(host);
  const matches = new Map<Interaction, Match>();
  for (const interaction of flow) {
    const match = findEndpoint(endpoints, interaction, isRelative);
    if (match !== undefined) matches.set(interaction, match);
    judgeError(replay, interaction);
  }
  const read = await replayResults(replay, flow, matches);
  for (const interaction of flow) {
    const match = matches.get(interaction) ?? read.get(interaction);
    replay.tally.add('interactions');
    replay.tally.cover(describe(interaction), match && nameOperation(match.endpoint));
  }
}

function judgeError({ connector, tally }: Replay, interaction: Interaction): void {
  if (interaction.status < 400) return;
  tally.add('errors');
  const kind = findMisreading(connector, interaction);
  if (kind === undefined) return;
  const message = `Status ${interaction.status} was read as ${kind}.`;
  tally.find({ kind: 'misread', id: interaction.id, endpoint: describe(interaction), message });
}

/** @returns every page that was read, with the listing's match: pages may lie at other addresses than the first. */
async function replayResults(
  replay: Replay,
  flow: readonly Interaction[],
  matches: ReadonlyMap<Interaction, Match>,
): Promise<Map<Interaction, Match>> {
  const read = new Map<Interaction, Match>();
  for (const [interaction, match] of matches) {
    if (read.has(interaction) || !isResult(interaction)) continue;
    const { use } = match.endpoint;
    if (use.kind === 'write') {
      await replayWrite(replay, interaction, match, use);
    } else if (use.kind === 'find') {
      await replayFind(replay, interaction, match, use);
    } else if (use.kind === 'search') {
      await replaySearch(replay, interaction, match, use);
    } else if (isCutOff(interaction)) {
      const message = 'The answer was not recorded as the vendor sent it.';
      replay.tally.find({ kind: 'not_comparable', id: interaction.id, endpoint: describe(interaction), message });
    } else {
      const others = flow.filter((other) => other !== interaction && !read.has(other));
      for (const page of await replayListing(replay, interaction, others, match, use)) read.set(page, match);
    }
  }
  return read;
}
