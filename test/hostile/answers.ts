import type { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../../start/main-job/api-client.ts';
import {
  connectToSource,
  createConnection,
  createFlow,
  execute,
  isOver,
  readRun,
  type RunRecord,
} from '../harness/flow.ts';
import { HttpStub } from '../harness/http.ts';
import { hostileBodies } from './bodies.ts';
import { type HostilePeer, hostilePeers, startHostilePeer } from './peers.ts';
import { type PeerPlace, reachPeer } from './reach-peer.ts';

const names = ['empties', 'objs', 'many', 'unlike'];
/** As many records as fit into the memory of a worker, and would not fit with what becomes of them. */
const many = 600_000;

/** Third parties that answer with what is small to send and large to hold, and one that means well. */
export interface Vendors {
  stub: HttpStub;
  /** Where they all are, for the operator's list of addresses. */
  addresses: string;
  /** Runs that read from all of them at once. @returns how each ended. */
  read(api: ApiClient): Promise<Record<string, RunRecord>>;
  /** The same for those that are reached by sockets. @returns what each is told to have ended by, or its status. */
  ask(api: ApiClient): Promise<Record<string, string>>;
  stop(): Promise<void>;
}

export async function startVendors(): Promise<Vendors> {
  const stub = await HttpStub.start();
  const headers = { 'content-type': 'application/json' };
  for (const name of names) stub.always(`GET /${name}`, { headers, body: hostileBodies[name]?.text() ?? '' });
  const rows = Array.from({ length: many }, (_, n) => `{"id":${n}}`).join(',');
  stub.always('GET /rows', { headers, body: `[${rows}]` });
  stub.always('GET /good', { headers, body: '[{"id":"1"},{"id":"2"}]' });
  for (const id of ['1', '2']) stub.always(`PUT /copies/${id}`, {});
  const peers = await Promise.all(Object.entries(hostilePeers).map(startPeer));
  const addresses = [`127.0.0.1:${stub.port}`, ...peers.map(({ place }) => place.address)].join(',');
  return {
    stub,
    addresses,
    read: (api) => readAll(api, stub.url),
    ask: (api) => askAll(api, stub.url, peers),
    stop: async () => {
      for (const { server } of peers) server.close();
      await stub.stop();
    },
  };
}

interface StartedPeer {
  name: string;
  place: PeerPlace;
  server: Server;
}

async function startPeer([name, peer]: [string, HostilePeer]): Promise<StartedPeer> {
  const { port, server } = await startHostilePeer(peer);
  return { name, place: reachPeer(peer, port), server };
}

/** Fields that connectors know of their records, and that each has. */
const keys: Partial<Readonly<Record<string, string>>> = { email: 'uid', sftp: 'name', ldap: 'uid' };

async function askAll(api: ApiClient, url: string, peers: readonly StartedPeer[]): Promise<Record<string, string>> {
  const target = await connectToSource(api, url);
  const ends = await Promise.all(
    peers.map(async ({ name, place: { connector, config, credentials, object } }): Promise<[string, string]> => {
      const source = await createConnection(api, { name, service_type: connector, config, credentials });
      const key = keys[connector] ?? 'id';
      const options = object.endsWith('/') ? { read: 'listing' } : {};
      const flow = await createFlow(api, {
        name,
        source: { connection_id: source, object, key: [key], options },
        target: copies(target),
        mapping: [{ to: 'id', from: key }],
      });
      const { status, error } = await waitForEnd(api, await execute(api, flow));
      return [name, error?.code ?? status];
    }),
  );
  return Object.fromEntries(ends);
}

function copies(connection: string): object {
  return {
    connection_id: connection,
    object: 'copies',
    operation: 'upsert',
    match_on: ['id'],
    options: { path: '/copies/{id}', method: 'PUT', idempotency: { kind: 'put_by_key' } },
  };
}

async function readAll(api: ApiClient, url: string): Promise<Record<string, RunRecord>> {
  const connection = await connectToSource(api, url);
  const runs = await Promise.all(
    [...names, 'rows', 'good'].map(async (name): Promise<[string, RunRecord]> => {
      const flow = await createFlow(api, {
        name,
        source: {
          connection_id: connection,
          object: `/${name}`,
          key: ['id'],
          ...(name === 'rows' ? { filter: 'id < 0' } : {}),
        },
        target: copies(connection),
        mapping: [{ to: 'id', from: 'id' }],
      });
      return [name, await waitForEnd(api, await execute(api, flow))];
    }),
  );
  return Object.fromEntries(runs);
}

const timeoutMs = 120_000;

/** @returns the run as it stands where it does not end in time. */
async function waitForEnd(api: ApiClient, id: string): Promise<RunRecord> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const run = await readRun(api, id);
    if (isOver(run) || performance.now() > deadline) return run;
    await sleep(500);
  }
}
