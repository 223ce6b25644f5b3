import type { HttpStub, Reply, SeenRequest } from '../harness/http.ts';

/** What a vendor has of a hook. */
export interface VendorHook {
  id: string;
  url: string;
  events: unknown;
  secret: string;
  endsAt?: string;
  isVerified?: boolean;
  /** Of Microsoft Graph. */
  resource?: string;
  lifecycleUrl?: string;
}

/** A vendor that hooks can be registered with by its API, as far as its documentation says. */
export interface TestVendor {
  serviceType: string;
  config: object;
  credentials: object;
  object: string;
  /** What stands in the way of the next requests that make a hook. */
  refusals: Reply[];
  /** Stands in the way of every list: Microsoft Graph. */
  denied?: Reply;
  /** Is asked before a hook is made, or verified: the vendor tries the address. */
  tries: { challenge: ((hook: VendorHook) => Promise<boolean>) | undefined };
  hooks: VendorHook[];
  /** How many were ever made. */
  made: () => number;
}

export const idsMax = 60;

export function createVendor(facts: Pick<TestVendor, 'serviceType' | 'config' | 'credentials' | 'object'>) {
  let made = 0;
  const vendor: TestVendor = {
    ...facts,
    refusals: [],
    tries: { challenge: undefined },
    hooks: [],
    made: () => made,
  };
  const add = async (hook: Omit<VendorHook, 'id'>, challenges = false): Promise<VendorHook | Reply> => {
    const refusal = vendor.refusals.shift();
    if (refusal !== undefined) return refusal;
    made += 1;
    const added = { ...hook, id: String(made) };
    if (challenges && (await vendor.tries.challenge?.(added)) === false) return { status: 400, json: { error: {} } };
    vendor.hooks.push(added);
    return added;
  };
  const drop = (id: string): boolean => {
    const index = vendor.hooks.findIndex((hook) => hook.id === id);
    if (index >= 0) vendor.hooks.splice(index, 1);
    return index >= 0;
  };
  return { vendor, add, drop };
}

/** Answers asynchronously, as `HttpStub` lets functions do. */
export function later(work: (request: SeenRequest) => Promise<Reply>) {
  return async (request: SeenRequest, response: Parameters<Extract<Parameters<HttpStub['on']>[1], Function>>[1]) => {
    const { status = 200, json } = await work(request);
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(json === undefined ? '' : JSON.stringify(json));
  };
}

export function isReply(given: VendorHook | Reply): given is Reply {
  return !('url' in given);
}

/** @see https://docs.github.com/en/rest/repos/webhooks */
export function startGithub(stub: HttpStub): TestVendor {
  const { vendor, add, drop } = createVendor({
    serviceType: 'github',
    config: { owner: 'acme', repo: 'website' },
    credentials: { token: 'ghp_1' },
    object: 'issues',
  });
  const place = '/repos/acme/website/hooks';
  const show = ({ id, url, events }: VendorHook) => ({
    id: Number(id),
    type: 'Repository',
    name: 'web',
    active: true,
    events,
    config: { url, content_type: 'json', secret: '********' },
  });
  stub.ifAsked(`GET ${place}`, () => ({ json: vendor.hooks.map(show) }));
  stub.ifAsked(
    `POST ${place}`,
    later(async ({ body }) => {
      const { config, events } = JSON.parse(body);
      const added = await add({ url: config.url, events, secret: config.secret });
      return isReply(added) ? added : { status: 201, json: show(added) };
    }),
  );
  for (let id = 1; id <= idsMax; id += 1)
    stub.ifAsked(`DELETE ${place}/${id}`, () => (drop(String(id)) ? { status: 204 } : { status: 404, json: {} }));
  return vendor;
}

/** @see https://developer.pagerduty.com/api-reference/92dc9680c3b26-list-webhook-subscriptions */
export function startPagerduty(stub: HttpStub): TestVendor {
  const { vendor, add, drop } = createVendor({
    serviceType: 'pagerduty',
    config: { from_email: 'hub@acme.example' },
    credentials: { api_key: 'u+1' },
    object: 'incidents',
  });
  const show = ({ id, url, events, secret }: VendorHook, isNew: boolean) => ({
    id,
    type: 'webhook_subscription',
    events,
    delivery_method: { type: 'http_delivery_method', url, secret: isNew ? secret : null },
  });
  stub.ifAsked('GET /webhook_subscriptions', () => ({
    json: { webhook_subscriptions: vendor.hooks.map((hook) => show(hook, false)), more: false },
  }));
  stub.ifAsked(
    'POST /webhook_subscriptions',
    later(async ({ body }) => {
      const { delivery_method: method, events } = JSON.parse(body).webhook_subscription;
      const added = await add({ url: method.url, events, secret: `made by PagerDuty, ${vendor.made() + 1}` });
      return isReply(added) ? added : { status: 201, json: { webhook_subscription: show(added, true) } };
    }),
  );
  for (let id = 1; id <= idsMax; id += 1)
    stub.ifAsked(`DELETE /webhook_subscriptions/${id}`, () =>
      drop(String(id)) ? { status: 204 } : { status: 404, json: {} },
    );
  return vendor;
}

/** @see https://learn.microsoft.com/en-us/graph/api/resources/subscription */
export function startGraph(
  stub: HttpStub,
  facts: Pick<TestVendor, 'serviceType' | 'config' | 'object'> = {
    serviceType: 'entra_id',
    config: {},
    object: 'users',
  },
): TestVendor {
  const { vendor, add, drop } = createVendor({
    ...facts,
    credentials: { tenant_id: 'contoso.example', client_id: 'app', client_secret: 'CANARY-app-secret' },
  });
  const show = ({ id, url, events, endsAt, resource }: VendorHook) => ({
    id,
    resource,
    changeType: events,
    clientState: null,
    notificationUrl: url,
    expirationDateTime: endsAt,
  });
  stub.ifAsked('POST /contoso.example/oauth2/v2.0/token', { json: { access_token: 'at', expires_in: 3600 } });
  stub.ifAsked('GET /v1.0/subscriptions', () => vendor.denied ?? { json: { value: vendor.hooks.map(show) } });
  stub.ifAsked(
    'POST /v1.0/subscriptions',
    later(async ({ body }) => {
      const {
        changeType: events,
        notificationUrl: url,
        clientState: secret,
        expirationDateTime: endsAt,
        lifecycleNotificationUrl: lifecycleUrl,
        resource,
      } = JSON.parse(body);
      const added = await add({ url, events, secret, endsAt, lifecycleUrl, resource }, true);
      return isReply(added) ? added : { status: 201, json: show(added) };
    }),
  );
  for (let id = 1; id <= idsMax; id += 1) {
    stub.ifAsked(`DELETE /v1.0/subscriptions/${id}`, () =>
      drop(String(id)) ? { status: 204 } : { status: 404, json: {} },
    );
    stub.ifAsked(`PATCH /v1.0/subscriptions/${id}`, ({ body }) => {
      const hook = vendor.hooks.find((one) => one.id === String(id));
      if (hook === undefined) return { status: 404, json: { error: { code: 'ResourceNotFound' } } };
      hook.endsAt = JSON.parse(body).expirationDateTime;
      return { json: show(hook) };
    });
  }
  return vendor;
}

/** @see https://developer.okta.com/docs/api/openapi/okta-management/management/tag/EventHook/ */
export function startOkta(stub: HttpStub): TestVendor {
  const { vendor, add, drop } = createVendor({
    serviceType: 'okta',
    config: { domain: 'acme.okta.com' },
    credentials: { api_token: '00a' },
    object: 'users',
  });
  const inactive = new Set<string>();
  const show = ({ id, url, events, isVerified = false }: VendorHook) => ({
    id,
    status: inactive.has(id) ? 'INACTIVE' : 'ACTIVE',
    verificationStatus: isVerified ? 'VERIFIED' : 'UNVERIFIED',
    events: { type: 'EVENT_TYPE', items: events },
    channel: {
      type: 'HTTP',
      version: '1.0.0',
      config: { uri: url, authScheme: { type: 'HEADER', key: 'authorization' } },
    },
  });
  stub.ifAsked('GET /api/v1/eventHooks', () => ({ json: vendor.hooks.map(show) }));
  stub.ifAsked(
    'POST /api/v1/eventHooks',
    later(async ({ body }) => {
      const { events, channel } = JSON.parse(body);
      const { uri: url, authScheme } = channel.config;
      const added = await add({ url, events: events.items, secret: authScheme.value });
      return isReply(added) ? added : { json: show(added) };
    }),
  );
  for (let id = 1; id <= idsMax; id += 1) {
    const place = `/api/v1/eventHooks/${id}`;
    const find = () => vendor.hooks.find((hook) => hook.id === String(id));
    stub.ifAsked(
      `POST ${place}/lifecycle/verify`,
      later(async () => {
        const hook = find();
        if (hook === undefined) return { status: 404, json: { errorCode: 'E0000007' } };
        hook.isVerified = (await vendor.tries.challenge?.(hook)) !== false;
        return hook.isVerified ? { json: show(hook) } : { status: 400, json: { errorCode: 'E0000001' } };
      }),
    );
    stub.ifAsked(`POST ${place}/lifecycle/deactivate`, () => {
      const hook = find();
      if (hook === undefined) return { status: 404, json: { errorCode: 'E0000007' } };
      inactive.add(hook.id);
      return { json: show(hook) };
    });
    stub.ifAsked(`DELETE ${place}`, () => {
      // "You can only delete event hooks that have been deactivated."
      if (!inactive.has(String(id))) return { status: 403, json: { errorCode: 'E0000056' } };
      return drop(String(id)) ? { status: 204 } : { status: 404, json: { errorCode: 'E0000007' } };
    });
  }
  return vendor;
}

export const vendors = { github: startGithub, pagerduty: startPagerduty, entra_id: startGraph, okta: startOkta };
