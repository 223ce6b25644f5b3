import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
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
import { type HubProcess, startHubProcess } from './processes/hub-process.ts';
import type { HubFacts } from './processes/running-hub.ts';

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

/** A whole hub, with connections to a source of people and to an empty table for them, each of its own. */
export interface PeopleHub extends Pick<HubProcess, 'facts' | 'dataDir' | 'refresh'> {
  api: ApiClient;
  source: PeopleSource;
  sourceId: string;
  target: TargetDatabase;
  targetId: string;
  /** Creates and activates the flow from the one to the other. */
  createFlow(name: string, more?: Parameters<typeof createPeopleFlow>[3]): Promise<string>;
  waitForEnd(runId: string): Promise<RunRecord>;
  runOnce(integrationId: string): Promise<RunRecord>;
  stop(): Promise<void>;
}

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
  // A set-up that fails leaves no hub behind: nobody else would end it.
  const ends = await connectEnds(hub.facts, { name, port, ...given }).catch(async (error: unknown) => {
    await hub.stop();
    source.stop();
    throw error;
  });
  const { api, target, sourceId, targetId } = ends;
  const waitForEnd = async (runId: string): Promise<RunRecord> => {
    const ended = async (): Promise<boolean> => isOver(await readRun(api, runId));
    await expect.poll(ended, { timeout: runTimeoutMs, interval: 50 }).toBe(true);
    return readRun(api, runId);
  };
  return {
    facts: hub.facts,
    dataDir: hub.dataDir,
    refresh: () => hub.refresh(),
    ...ends,
    source,
    createFlow: (flow, more) => createPeopleFlow(api, flow, { source: sourceId, target: targetId }, more),
    waitForEnd,
    runOnce: async (integrationId) => waitForEnd(await execute(api, integrationId)),
    stop: async () => {
      await target.close();
      await hub.stop();
      source.stop();
    },
  };
}

async function connectEnds(
  { api_url: apiUrl, api_key: apiKey, database_url: databaseUrl }: HubFacts,
  { name, port, token, password }: { name: string; port: number; token?: string; password?: string },
): Promise<Pick<PeopleHub, 'api' | 'sourceId' | 'target' | 'targetId'>> {
  const api = connectApi(apiUrl, apiKey, new AbortController().signal);
  const target = await createTargetDatabase(databaseUrl, name, password);
  await target.sql.unsafe(`create table people (${peopleColumns}); alter table people owner to ${name}`);
  const sourceId = await connectToSource(api, `http://127.0.0.1:${port}`, token === undefined ? {} : { token });
  return { api, target, sourceId, targetId: await connectToTarget(api, target) };
}
