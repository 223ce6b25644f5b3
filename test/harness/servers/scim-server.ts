import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import express, { type Request } from 'express';
import SCIMMY from 'scimmy';
import { SCIMMYRouters } from 'scimmy-routers';
import { z } from 'zod';

const User = z.looseObject({ id: z.string(), userName: z.string() });
/** A value that is there is not added again. @see https://www.rfc-editor.org/rfc/rfc7644#section-3.5.2.1 */
const members = z
  .array(z.looseObject({ value: z.string() }))
  .transform((list) => [...new Map(list.map((member) => [member.value, member])).values()]);
const Group = z.looseObject({ id: z.string(), displayName: z.string(), members: members.default([]) });

/**
 * A SCIM service on loopback that others wrote (SCIMMY), with resources in memory; its paging by cursor is our own, since
 * SCIMMY has none. One at a time: SCIMMY's resource types are global.
 *
 * @see https://github.com/scimmyjs/scimmy-routers
 */
export class ScimServer {
  readonly users = new Map<string, z.output<typeof User>>();
  readonly groups = new Map<string, z.output<typeof Group>>();
  /** `METHOD PATH?QUERY` of every request, in their order. */
  readonly requests: string[] = [];
  readonly token: string;
  readonly #server: Server;

  constructor(token: string) {
    this.token = token;
    const users = keep(this.users, User, 'userName');
    const groups = keep(this.groups, Group, 'displayName');
    const { Resources } = SCIMMY;
    Resources.declare(Resources.User.ingress(users.write).egress(users.read).degress(users.remove));
    Resources.declare(Resources.Group.ingress(groups.write).egress(groups.read).degress(groups.remove));
    const app = express();
    // Express makes the query anew for every reader, so that the routers cannot turn its texts into numbers.
    app.set('query parser', toQuery);
    app.use((request, _, next) => {
      this.requests.push(`${request.method} ${decodeURIComponent(request.url ?? '')}`);
      next();
    });
    app.get('/Users', (request, response, next) => {
      if (request.query['cursor'] === undefined) next();
      else response.json(readByCursor([...this.users.values()], request.query));
    });
    app.use(
      new SCIMMYRouters({
        type: 'bearer',
        handler: ({ headers }: Request) => {
          if (headers.authorization !== `Bearer ${token}`) throw new Error('Not signed in.');
          return 'hub';
        },
      }),
    );
    this.#server = createServer(app);
  }

  static async start(token: string): Promise<ScimServer> {
    const server = new ScimServer(token);
    await new Promise<void>((resolve) => {
      server.#server.listen(0, '127.0.0.1', resolve);
    });
    return server;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
    return address.port;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }
}

interface ResourceQuery<Resource> {
  id?: string;
  filter?: { match(values: Resource[]): Resource[] };
}

/** What SCIMMY leaves to others: keeping resources. */
function keep<Resource extends { id: string }>(
  stored: Map<string, Resource>,
  schema: z.ZodType<Resource>,
  unique: keyof Resource,
) {
  const get = (id: string): Resource => {
    const found = stored.get(id);
    if (found === undefined) throw new Error('There is none.');
    return found;
  };
  return {
    read: ({ id, filter }: ResourceQuery<Resource>) => {
      if (id !== undefined) return get(id);
      return filter?.match([...stored.values()]) ?? [...stored.values()];
    },
    write: ({ id = randomUUID() }: ResourceQuery<Resource>, instance: object) => {
      const plain: object = JSON.parse(JSON.stringify(instance));
      const resource = schema.parse({ ...plain, id, meta: { lastModified: new Date().toISOString() } });
      const isTaken = [...stored.values()].some((other) => other.id !== id && other[unique] === resource[unique]);
      if (isTaken) throw new SCIMMY.Types.Error(409, 'uniqueness', `There is one with this ${String(unique)}.`);
      stored.set(id, resource);
      return resource;
    },
    remove: ({ id = '' }: ResourceQuery<Resource>) => {
      get(id);
      stored.delete(id);
    },
  };
}

function toQuery(text: string): Record<string, string | number> {
  const entries = [...new URLSearchParams(text ?? '')];
  return Object.fromEntries(
    entries.map(([name, value]) => [name, name === 'startIndex' || name === 'count' ? Number(value) : value]),
  );
}

/** @see https://www.rfc-editor.org/rfc/rfc9865#section-2 */
function readByCursor(resources: readonly object[], query: Request['query']): object {
  const at = Number(query['cursor'] === '' ? 0 : Buffer.from(String(query['cursor']), 'base64url').toString());
  const end = at + Number(query['count']);
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: resources.length,
    Resources: resources.slice(at, end),
    ...(end < resources.length ? { nextCursor: Buffer.from(String(end)).toString('base64url') } : {}),
  };
}
