import { routes } from '../../api/routes/index.ts';
import type { Json } from '../../core/json.ts';
import { type Operation, readDocument } from '../fuzz/document.ts';
import { createMemory, type Memory } from '../fuzz/memory.ts';
import { createShooter, plainShot, type Shot } from '../fuzz/shots.ts';
import { newUuid } from '../../core/ids.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { Rng } from '../simulator/rng.ts';
import type { Answer } from './answer.ts';
import { document } from './contract.ts';
import { addIntegration } from './flows.ts';
import type { TestApi } from './harness.ts';

export const described = readDocument(document);

/** Operations that wait for a worker, which tests of the API alone do not have, that start a thread, and streams, which last a second at least. */
const takesTime = new Set(
  routes
    .filter(
      ({ errors, operationId }) =>
        errors?.includes('upstream_timeout') || ['draftConnector', 'streamLive'].includes(operationId),
    )
    .map(({ operationId }) => operationId),
);

/** Operations under the base address that this process can answer by itself. */
export const answerable = described.operations.filter(
  ({ method, path, base }) =>
    base !== '' &&
    isForPrograms(path, method) &&
    !takesTime.has(document.paths[path]?.[method.toLowerCase()]?.operationId ?? ''),
);

/** What belongs to people has tests of its own. */
function isForPrograms(path: string, method: string): boolean {
  return document.paths[path]?.[method.toLowerCase()]?.security.some((way) => way.bearer !== undefined) === true;
}

/** An organization that acts through the API as the document describes it, and remembers what it was told. */
export interface Tenant {
  key: string;
  memory: Memory;
  /** Makes a request that is right, as far as the document and the memory tell. */
  aim(operation: Operation): Shot;
  /** Sends it, and learns from the answer. */
  shoot(shot: Shot): Promise<Answer>;
}

/**
 * Speaks for an organization by its only key, which it never turns against itself: without it, nothing is left to see.
 *
 * @param options.wrong Which part of its requests is wrong on purpose.
 */
export async function createTenant(
  api: TestApi,
  key: string,
  options: { seed: number; wrong: number },
): Promise<Tenant> {
  const own = (await api.request('GET', '/v1/api-keys', { key })).list.map(({ id }) => id);
  const { organization } = (await api.request('GET', '/v1/me', { key })).data;
  const audience = String(Object(organization).id);
  const memory = createMemory((id) => own.includes(id));
  const shooter = createShooter(described, new Rng(options.seed), memory, { wrong: options.wrong });
  return {
    key,
    memory,
    aim: (operation) => forOwnAudience(hurry(shooter(operation)), audience),
    shoot: async ({ operation, path, headers, body }) => {
      const answer = await api.request(operation.method, `/v1${path}`, {
        key,
        headers,
        ...(body === undefined ? {} : { text: body }),
      });
      if (answer.status < 300) memory.learn(operation.path, toJson(answer.body['data']));
      return answer;
    },
  };
}

/** Nothing ever comes of a run here, so nobody waits for one. */
function hurry({ headers, body, ...shot }: Shot): Shot {
  const patient = Object.entries(headers).filter(([name]) => name !== 'prefer');
  return {
    ...shot,
    headers: Object.fromEntries(patient),
    ...(body === undefined ? {} : { body: body.replaceAll(/"wait":\d+/g, '"wait":0') }),
  };
}

/** An issuer's audience ends with the id of the organization, which no document can say. */
function forOwnAudience(shot: Shot, audience: string): Shot {
  const { body } = shot;
  if (body === undefined) return shot;
  return { ...shot, body: body.replace(/"audience":"(?:[^"\\]|\\.)*"/, `"audience":${JSON.stringify(audience)}`) };
}

/** So often a resource is tried to be made of a generated body. */
const attemptsMax = 300;

/** Lets a tenant make something of everything that can be made, and read it back. */
export async function populate(api: TestApi, tenant: Tenant): Promise<void> {
  const { key } = tenant;
  await addPerson(api, key);
  const reads = answerable.filter(({ method }) => method === 'GET');
  const integration = await addIntegration(api, {}, key);
  const { data: run } = await api.request('POST', `/v1/integrations/${integration.id}/execute`, { key });
  await addItem(api, tenant, run.id);
  await addLink(api, tenant);
  await addOperation(api, tenant);
  for (const operation of [...reads, ...reads]) await tenant.shoot(plainShot(operation, tenant.memory));
  for (const operation of answerable.filter(({ method, path }) => method === 'POST' && !path.includes('{'))) {
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      if ((await tenant.shoot(tenant.aim(operation))).status < 300) break;
    }
  }
  for (const operation of [...reads, ...reads]) await tenant.shoot(plainShot(operation, tenant.memory));
}

/** Somebody who accepted an invitation: only people do, over https. */
async function addPerson({ admin, request }: TestApi, key: string): Promise<void> {
  const { organization } = (await request('GET', '/v1/me', { key })).data;
  const [orgId, userId] = [toLookup('organization', String(Object(organization).id)), newUuid()];
  await admin`insert into users (id, email, name) values (${userId}, ${`${userId}@example.com`}, 'Member')`;
  await admin`
    insert into memberships (org_id, user_id, status, invited_by) values (${orgId}, ${userId}, 'active', 'system')`;
  await admin`insert into role_grants (org_id, user_id, role) values (${orgId}, ${userId}, 'viewer')`;
}

/** Makes what only workers make: an item of a run, which waits for an approval. */
async function addItem({ admin, request }: TestApi, { key, memory }: Tenant, runId: string): Promise<void> {
  const id = newUuid();
  await admin`
    insert into items (org_id, id, integration_id, run_id, key, seq, change, status, step)
    select org_id, ${id}, integration_id, id, 'k', 1, 'created', 'parked', 'ok' from runs where id = ${toLookup('run', runId)}`;
  await admin`
    insert into waits (org_id, id, integration_id, run_id, item_id, step, kind, message, approvers, quorum, parked_at)
    select org_id, ${newUuid()}, integration_id, run_id, id, 'ok', 'approval', 'May they?', array['anyone'], 1, now()
    from items where id = ${id}`;
  const { body } = await request('GET', '/v1/approvals', { key });
  memory.learn('/approvals', toJson(body['data']));
}

/** Makes a link for the customers of the first account. */
async function addLink({ request }: TestApi, { key, memory }: Tenant): Promise<void> {
  const { list } = await request('GET', '/v1/accounts', { key });
  const body = { account_id: list[0]?.id, service_types: ['http'] };
  const answer = await request('POST', '/v1/connections/links', { key, body });
  memory.learn('/connections/links', toJson(answer.body['data']));
}

/** Asks for a write that no worker carries out, and remembers it. */
async function addOperation(api: TestApi, { key, memory }: Tenant): Promise<void> {
  const body = { name: 'T', service_type: 'http', credentials: {}, config: { base_url: 'https://api.example' } };
  const { data: connection } = await api.request('POST', '/v1/connections', { key, body });
  const options = { path: '/tickets', idempotency: { kind: 'header' } };
  const answer = await api.request('POST', `/v1/connections/${connection.id}/operations/tickets/create`, {
    key,
    body: { input: { title: 'A' }, options, wait: 0 },
    headers: { 'idempotency-key': newUuid() },
  });
  memory.learn('/operations', toJson(answer.body['data']));
}

/** The body was parsed from JSON. */
function toJson(value: unknown): Json {
  return value as Json;
}
