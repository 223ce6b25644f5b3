import type { HttpStub, Reply } from '../harness/http.ts';
import { createVendor, idsMax, isReply, later, type TestVendor, type VendorHook } from './subscription-vendors.ts';

type Facts = Parameters<typeof createVendor>[0];

/** A vendor whose hooks are listed and made at one path, and removed below it, as most do it. */
interface Listed extends Facts {
  path: string;
  /** Where one hook is. Default: below `path`. */
  below?: (id: string) => string;
  readHook: (body: Record<string, unknown>) => Omit<VendorHook, 'id'>;
  /** As the list has it. */
  show: (hook: VendorHook) => object;
  wrapList?: (shown: object[]) => object;
  /** Answer to its creation. Default: as the list has it. */
  answer?: (hook: VendorHook) => object;
}

function startListed(stub: HttpStub, given: Listed): TestVendor {
  const { path, readHook, show, wrapList = (shown) => shown, answer = show, ...facts } = given;
  const { serviceType, config, credentials, object, below = (id: string) => `${path}/${id}` } = facts;
  const { vendor, add, drop } = createVendor({ serviceType, config, credentials, object });
  stub.ifAsked(`GET ${path}`, () => ({ json: wrapList(vendor.hooks.map(show)) }));
  stub.ifAsked(
    `POST ${path}`,
    later(async ({ body }): Promise<Reply> => {
      const added = await add(readHook(JSON.parse(body)));
      return isReply(added) ? added : { status: 201, json: answer(added) };
    }),
  );
  for (let id = 1; id <= idsMax; id += 1)
    stub.ifAsked(`DELETE ${below(String(id))}`, () => (drop(String(id)) ? { status: 204 } : { status: 404, json: {} }));
  return vendor;
}

/** @see https://docs.gitlab.com/api/group_webhooks/ */
export function startGitlab(stub: HttpStub): TestVendor {
  return startListed(stub, {
    serviceType: 'gitlab',
    config: { group: 'acme/platform' },
    credentials: { token: 'glpat-1' },
    object: 'issues',
    path: '/api/v4/groups/acme%2Fplatform/hooks',
    readHook: ({ url, token, ...body }) => ({
      url: String(url),
      secret: String(token),
      events: Object.keys(body).filter((name) => name.endsWith('_events') && body[name] === true),
    }),
    show: ({ id, url }) => ({ id: Number(id), url, push_events: false, issues_events: true }),
  });
}

/** @see https://developer.atlassian.com/cloud/jira/platform/webhooks */
export function startJira(stub: HttpStub): TestVendor {
  const path = '/rest/webhooks/1.0/webhook';
  return startListed(stub, {
    serviceType: 'jira',
    config: { site: 'acme' },
    credentials: { email: 'hub@acme.example', api_token: 'ATATT' },
    object: 'issues',
    path,
    readHook: ({ url, events, secret }) => ({ url: String(url), events, secret: String(secret) }),
    show: ({ id, url, events }) => ({ url, events, enabled: true, self: `https://acme.atlassian.net${path}/${id}` }),
  });
}

/** @see https://developer.zendesk.com/api-reference/webhooks/webhooks-api/webhooks/ */
export function startZendesk(stub: HttpStub): TestVendor & { hidden: boolean } {
  const show = ({ id, url, events }: VendorHook) => ({ id, endpoint: url, subscriptions: events, status: 'active' });
  const vendor = startListed(stub, {
    serviceType: 'zendesk',
    config: { subdomain: 'acme' },
    credentials: { email: 'hub@acme.example', api_token: 'zd' },
    object: 'tickets',
    path: '/api/v2/webhooks',
    readHook: ({ webhook }) => {
      const { endpoint, subscriptions } = Object(webhook);
      return { url: endpoint, events: subscriptions, secret: `made by Zendesk, ${vendor.made() + 1}` };
    },
    show,
    wrapList: (shown) => ({ webhooks: shown, meta: { has_more: false } }),
    answer: (hook) => ({ webhook: show(hook) }),
  });
  const zendesk = Object.assign(vendor, { hidden: false });
  for (let id = 1; id <= idsMax; id += 1)
    stub.ifAsked(`GET /api/v2/webhooks/${id}/signing_secret`, () => {
      const hook = vendor.hooks.find((one) => one.id === String(id));
      if (zendesk.hidden) return { status: 403, json: {} };
      if (hook === undefined) return { status: 404, json: {} };
      return { json: { signing_secret: { algorithm: 'SHA256', secret: hook.secret } } };
    });
  return zendesk;
}

/** @see https://developer.atlassian.com/cloud/bitbucket/rest/api-group-workspaces/#api-workspaces-workspace-hooks-post */
export function startBitbucket(stub: HttpStub): TestVendor {
  const path = '/2.0/workspaces/acme/hooks';
  return startListed(stub, {
    serviceType: 'bitbucket',
    config: { workspace: 'acme' },
    credentials: { email: 'hub@acme.example', api_token: 'ATATT' },
    object: 'repositories',
    path,
    below: (id) => `${path}/%7B${id}%7D`,
    readHook: ({ url, events, secret }) => ({ url: String(url), events, secret: String(secret) }),
    show: ({ id, url, events }) => ({ uuid: `{${id}}`, url, events, active: true, secret_set: true }),
    wrapList: (values) => ({ values, pagelen: 10 }),
  });
}

/** @see https://linear.app/developers/webhooks */
export function startLinear(stub: HttpStub): TestVendor {
  const { vendor, add, drop } = createVendor({
    serviceType: 'linear',
    config: {},
    credentials: { api_key: 'lin_api_1' },
    object: 'issues',
  });
  stub.ifAsked(
    'POST /graphql',
    later(async ({ body }) => {
      const { query, variables } = JSON.parse(body);
      if (String(query).startsWith('query webhooks')) {
        const nodes = vendor.hooks.map(({ id, url }) => ({ id, url }));
        return { json: { data: { webhooks: { nodes, pageInfo: { hasNextPage: false, endCursor: null } } } } };
      }
      if (String(query).startsWith('mutation webhookDelete')) {
        if (drop(variables.id)) return { json: { data: { webhookDelete: { success: true } } } };
        return { json: { errors: [{ message: 'Entity not found: Webhook' }] } };
      }
      const { url, resourceTypes: events, secret } = variables.input;
      const added = await add({ url, events, secret });
      if (isReply(added)) return added;
      return { json: { data: { webhookCreate: { success: true, webhook: { id: added.id } } } } };
    }),
  );
  return vendor;
}

/** @see https://developer.clickup.com/reference/createwebhook */
export function startClickup(stub: HttpStub): TestVendor {
  const show = ({ id, url, events, secret }: VendorHook) => ({ id, team_id: 1, endpoint: url, events, secret });
  const vendor = startListed(stub, {
    serviceType: 'clickup',
    config: { team_id: '1' },
    credentials: { api_key: 'pk_1' },
    object: 'tasks',
    path: '/api/v2/team/1/webhook',
    below: (id) => `/api/v2/webhook/${id}`,
    readHook: ({ endpoint, events }) => ({
      url: String(endpoint),
      events,
      secret: `made by ClickUp, ${vendor.made() + 1}`,
    }),
    show,
    wrapList: (webhooks) => ({ webhooks }),
    answer: (hook) => ({ id: hook.id, webhook: show(hook) }),
  });
  return vendor;
}

/** @see https://vercel.com/docs/rest-api/webhooks */
export function startVercel(stub: HttpStub): TestVendor {
  const vendor = startListed(stub, {
    serviceType: 'vercel',
    config: { team_id: 'team_nLlpyC6REAqxydlFKbrMDlud' },
    credentials: { token: 'vcp_1' },
    object: 'projects',
    path: '/v1/webhooks',
    readHook: ({ url, events }) => ({ url: String(url), events, secret: `made by Vercel, ${vendor.made() + 1}` }),
    show: ({ id, url, events }) => ({ id, url, events, ownerId: 'team', createdAt: 1, updatedAt: 1 }),
    answer: ({ id, url, events, secret }) => ({ id, url, events, secret, ownerId: 'team', createdAt: 1, updatedAt: 1 }),
  });
  return vendor;
}

/** Those that neither try the address nor end by themselves. */
export const moreVendors = {
  gitlab: startGitlab,
  jira: startJira,
  zendesk: startZendesk,
  bitbucket: startBitbucket,
  linear: startLinear,
  clickup: startClickup,
  vercel: startVercel,
};
