import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, inject } from 'vitest';
import { openDatabase } from '../../drizzle/client.ts';
import { createOrganization } from '../../services/access/organizations/create-organization.ts';
import { ensureOwner } from '../../services/access/organizations/ensure-owner.ts';
import { type ApiClient, connectApi } from '../../start/main-job/api-client.ts';
import {
  connectToSource,
  connectToTarget,
  createPeopleFlow,
  createTargetDatabase,
  execute,
  isOver,
  peopleColumns,
  readRun,
  type RunRecord,
  type TargetDatabase,
} from './flow.ts';
import { pepper } from './processes/api-process.ts';
import { type HubProcess, startHubProcess } from './processes/hub-process.ts';
import { type HubFacts, hubFacts } from './processes/running-hub.ts';

/** What `beforeAll` and `afterAll` take for a hub, which starts slowly on a machine that is busy otherwise. */
export const startTimeoutMs = 300_000;
export const stopTimeoutMs = 60_000;

const runTimeoutMs = 120_000;

/** A source on loopback that answers every request with what its fields say at the time. */
export class PeopleSource {
  records: Record<string, unknown>[] = [];
  status = 200;
  /** Headers of the requests that came, in order. */
  asked: IncomingHttpHeaders[] = [];
  #hold: (() => void) | undefined;
  readonly #server: Server = createServer((request, response) => {
    this.asked.push(request.headers);
    if (this.#hold !== undefined) return this.#hold();
    response.writeHead(this.status, { 'content-type': 'application/json' }).end(JSON.stringify(this.records));
  });

  /** @returns the port that it listens on. */
  async start(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address: AddressInfo | string | null = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The source does not listen.');
    return address.port;
  }

  /** Lets it be asked and not answer, until released; what was asked meanwhile is never answered. */
  hold(): { asked: Promise<void>; release: () => void } {
    const asked = Promise.withResolvers<void>();
    this.#hold = () => asked.resolve();
    return { asked: asked.promise, release: () => (this.#hold = undefined) };
  }

  stop(): void {
    this.#server.close();
  }
}

/** A hub, and a source of people and an empty table for them, which it does not know yet. */
export interface JoinedHub {
  /** With the key and the link of the organization that is meant. */
  facts: HubFacts;
  source: PeopleSource;
  /** Of the source. */
  port: number;
  target: TargetDatabase;
  stop(): Promise<void>;
}

/** Connections to the source and to the table, each of its own. */
export interface JoinedPeople extends JoinedHub {
  api: ApiClient;
  sourceId: string;
  targetId: string;
  /** Creates and activates the flow from the one to the other. */
  createFlow(name: string, more?: Parameters<typeof createPeopleFlow>[3]): Promise<string>;
  waitForEnd(runId: string): Promise<RunRecord>;
  runOnce(integrationId: string): Promise<RunRecord>;
}

/** A whole hub of a test's own. */
export type PeopleHub = JoinedPeople & Pick<HubProcess, 'dataDir' | 'refresh'>;

/**
 * @param name Of the database that has the table, and of its owner.
 * @param env Added to the environment of the hub.
 */
export async function startPeopleHub(
  name: string,
  given: { token?: string; password?: string; env?: Record<string, string> } = {},
): Promise<PeopleHub> {
  const source = new PeopleSource();
  const port = await source.start();
  const hub = await startHubProcess({ HUB_EGRESS_ALLOW: `127.0.0.1:${port}`, ...given.env });
  const stop = async (): Promise<void> => {
    await hub.stop();
    source.stop();
  };
  // A set-up that fails leaves no hub behind: nobody else would end it.
  try {
    const people = await connectPeople(await addTarget({ facts: hub.facts, source, port, stop }, name, given), given);
    return { ...people, dataDir: hub.dataDir, refresh: () => hub.refresh() };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Makes an organization in the hub that test files share, for those that are no matter of the whole hub. There is no main job,
 * and the first person who follows the link becomes the owner.
 *
 * @param name Of the organization, of the database that has the table, and of its owner.
 */
export async function joinHub(name: string): Promise<JoinedHub> {
  const answer = await fetch(inject('hubDesk'));
  if (!answer.ok) throw new Error(await answer.text());
  const shared = hubFacts.parse(await answer.json());
  const database = openDatabase(shared.database_url, { role: 'hub_app', max: 1 });
  const publicUrl = shared.api_url;
  const { api_key: apiKey } = await createOrganization({ database, pepper, name, publicUrl });
  const { welcomeUrl } = await ensureOwner({ database, pepper, apiKey, publicUrl });
  await database.close();
  const source = new PeopleSource();
  const port = await source.start();
  const facts = { ...shared, api_key: apiKey, welcome_url: welcomeUrl };
  return addTarget({ facts, source, port, stop: async () => source.stop() }, name);
}

/** As `joinHub`, with connections. */
export async function joinPeopleHub(name: string): Promise<JoinedPeople> {
  return connectPeople(await joinHub(name));
}

async function addTarget(
  hub: Omit<JoinedHub, 'target'>,
  name: string,
  { password }: { password?: string } = {},
): Promise<JoinedHub> {
  const target = await createTargetDatabase(hub.facts.database_url, name, password);
  await target.sql.unsafe(`create table people (${peopleColumns}); alter table people owner to ${name}`);
  const stop = async (): Promise<void> => {
    await target.close();
    await hub.stop();
  };
  return { ...hub, target, stop };
}

async function connectPeople(hub: JoinedHub, { token }: { token?: string } = {}): Promise<JoinedPeople> {
  const { facts, port, target } = hub;
  const api = connectApi(facts.api_url, facts.api_key, new AbortController().signal);
  const sourceId = await connectToSource(api, `http://127.0.0.1:${port}`, token === undefined ? {} : { token });
  const targetId = await connectToTarget(api, target);
  const waitForEnd = async (runId: string): Promise<RunRecord> => {
    const ended = async (): Promise<boolean> => isOver(await readRun(api, runId));
    await expect.poll(ended, { timeout: runTimeoutMs, interval: 50 }).toBe(true);
    return readRun(api, runId);
  };
  return {
    ...hub,
    api,
    sourceId,
    targetId,
    createFlow: (flow, more) => createPeopleFlow(api, flow, { source: sourceId, target: targetId }, more),
    waitForEnd,
    runOnce: async (integrationId) => waitForEnd(await execute(api, integrationId)),
  };
}
