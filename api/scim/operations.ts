import { isDiscovery, scimDiscovery } from '../../services/access/scim/scim-discovery.ts';
import {
  createScimGroup,
  deleteScimGroup,
  getScimGroup,
  listScimGroups,
  patchScimGroup,
  replaceScimGroup,
} from '../../services/access/scim/scim-groups.ts';
import type { ScimPage } from '../../services/access/scim/scim-query.ts';
import type { ScimList } from '../../services/access/scim/scim-request.ts';
import {
  createScimUser,
  deleteScimUser,
  getScimUser,
  listScimUsers,
  patchScimUser,
  replaceScimUser,
} from '../../services/access/scim/scim-users.ts';
import { scimNotFound } from '../../services/access/scim/scim-error.ts';
import { searchScim } from '../../services/access/scim/search-scim.ts';
import type { ServiceContext } from '../../services/shared/context.ts';

/** Where identity providers announce members and groups (SCIM 2.0). Every operation asks for the scope `scim:write`. */
export const scimBase = '/scim/v2';

export interface ScimRequest {
  ctx: ServiceContext;
  /** Of the resource, as sent. */
  id: string;
  body: unknown;
  page: ScimPage;
  /** Address of the base, for links. */
  base: string;
}

/** One operation, in the forms of its own standard (RFC 7644) instead of our envelope. */
export interface ScimOperation {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: `${typeof scimBase}/${string}`;
  readonly operationId: string;
  readonly status: 200 | 201 | 204;
  /** The body says what is asked for, instead of the address. */
  readonly searches?: true;
  answer(request: ScimRequest): Promise<object | undefined>;
}

export const scimOperations: readonly ScimOperation[] = [
  ...(['ServiceProviderConfig', 'ResourceTypes', 'Schemas'] as const).flatMap((name): ScimOperation[] => [
    {
      method: 'get',
      path: `${scimBase}/${name}`,
      operationId: `getScim${name}`,
      status: 200,
      answer: ({ base }) => {
        const found = scimDiscovery(base)[name];
        return Promise.resolve(Array.isArray(found) ? toList({ total: found.length, resources: found }, 1) : found);
      },
    },
    ...(name === 'ServiceProviderConfig'
      ? []
      : [
          {
            method: 'get' as const,
            path: `${scimBase}/${name}/:id` as const,
            operationId: `getScim${name}One`,
            status: 200 as const,
            answer: ({ base, id }: ScimRequest) => {
              const found = scimDiscovery(base)[name].find((one) => isDiscovery(one, id));
              if (found === undefined) throw scimNotFound();
              return Promise.resolve(found);
            },
          },
        ]),
  ]),
  toSearch(`${scimBase}/.search`, 'searchScim', searchScim),
  ...toOperations('Users', {
    list: listScimUsers,
    get: getScimUser,
    create: createScimUser,
    replace: replaceScimUser,
    patch: patchScimUser,
    remove: deleteScimUser,
  }),
  ...toOperations('Groups', {
    list: listScimGroups,
    get: getScimGroup,
    create: createScimGroup,
    replace: replaceScimGroup,
    patch: patchScimGroup,
    remove: deleteScimGroup,
  }),
];

type List = (request: { ctx: ServiceContext; input: ScimPage & { base: string } }) => Promise<ScimList>;

interface Verbs {
  list: List;
  get(request: { ctx: ServiceContext; input: { id: string; base: string } }): Promise<object>;
  create(request: { ctx: ServiceContext; input: { body: unknown; base: string } }): Promise<object>;
  replace(request: { ctx: ServiceContext; input: { id: string; body: unknown; base: string } }): Promise<object>;
  patch(request: { ctx: ServiceContext; input: { id: string; body: unknown; base: string } }): Promise<object>;
  remove(request: { ctx: ServiceContext; input: { id: string } }): Promise<void>;
}

function toOperations(name: 'Users' | 'Groups', verbs: Verbs): ScimOperation[] {
  const many = `${scimBase}/${name}` as const;
  const one = `${scimBase}/${name}/:id` as const;
  return [
    { method: 'get', path: many, operationId: `listScim${name}`, status: 200, answer: answerList(verbs.list) },
    toSearch(`${many}/.search`, `searchScim${name}`, verbs.list),
    {
      method: 'post',
      path: many,
      operationId: `createScim${name}`,
      status: 201,
      answer: ({ ctx, body, base }) => verbs.create({ ctx, input: { body, base } }),
    },
    {
      method: 'get',
      path: one,
      operationId: `getScim${name}`,
      status: 200,
      answer: ({ ctx, id, base }) => verbs.get({ ctx, input: { id, base } }),
    },
    {
      method: 'put',
      path: one,
      operationId: `replaceScim${name}`,
      status: 200,
      answer: ({ ctx, id, body, base }) => verbs.replace({ ctx, input: { id, body, base } }),
    },
    {
      method: 'patch',
      path: one,
      operationId: `patchScim${name}`,
      status: 200,
      answer: ({ ctx, id, body, base }) => verbs.patch({ ctx, input: { id, body, base } }),
    },
    {
      method: 'delete',
      path: one,
      operationId: `deleteScim${name}`,
      status: 204,
      answer: async ({ ctx, id }) => {
        await verbs.remove({ ctx, input: { id } });
        return undefined;
      },
    },
  ];
}

/** The same as a list, for filters that are too long for an address, or not for logs of proxies. RFC 7644 §3.4.3 */
function toSearch(path: ScimOperation['path'], operationId: string, list: List): ScimOperation {
  return { method: 'post', path, operationId, status: 200, searches: true, answer: answerList(list) };
}

function answerList(list: List): ScimOperation['answer'] {
  return async ({ ctx, page, base }) => toList(await list({ ctx, input: { ...page, base } }), page.startIndex);
}

function toList({ total, resources }: ScimList, startIndex: number): object {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
