/** What the connectors on Microsoft Graph have in common: where it is, how to sign in, and how it pushes changes. */
import { z } from 'zod';
import { microsoftCertificateAuth, microsoftSecretAuth, microsoftUserAuth } from '../auth/cloud-methods.ts';
import { type AuthMethod, secretText } from '../auth/methods.ts';
import type { HttpSettings } from '../connector.ts';
import { type SubscriptionTopic, topic } from '../webhook/subscription.ts';
import { inEvent, inQuery, type Webhook } from '../webhook/webhook.ts';
import { odata } from './odata.ts';

/** @see https://learn.microsoft.com/en-us/graph/deployments#microsoft-graph-and-graph-explorer-service-root-endpoints */
const graphHosts = [
  'graph.microsoft.com',
  'graph.microsoft.us',
  'dod-graph.microsoft.us',
  'microsoftgraph.chinacloudapi.cn',
] as const;

/** @see https://learn.microsoft.com/en-us/entra/identity-platform/authentication-national-cloud */
const loginHosts = [
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
] as const;

/** Parameters of a connection: the public cloud, unless a national one is chosen. */
export const graphConfig: z.ZodObject = z.strictObject({
  graph_host: z
    .enum(graphHosts)
    .default('graph.microsoft.com')
    .meta({ title: 'Host of Microsoft Graph', destination: true }),
  login_host: z
    .enum(loginHosts)
    .default('login.microsoftonline.com')
    .meta({ title: 'Host of the login', destination: true }),
});

export const graphHttp: Pick<HttpSettings, 'baseUrl' | 'hosts'> = {
  baseUrl: 'https://{config.graph_host}/v1.0',
  hosts: [...graphHosts, ...loginHosts],
};

const login = { loginHost: '{config.login_host}', scope: 'https://{config.graph_host}/.default' };

/** An application with a secret or a certificate. @param register How it is registered. */
export function graphAppAuth(register: string): AuthMethod[] {
  return [
    { ...microsoftSecretAuth(login), setup: register },
    { ...microsoftCertificateAuth(login), setup: register },
  ];
}

/** The same, or in the name of a person. */
export function graphAuth(register: string): AuthMethod[] {
  return [
    ...graphAppAuth(register),
    {
      ...microsoftUserAuth({ loginHost: login.loginHost }),
      setup: 'As an application, with delegated permissions and a redirect to this hub.',
    },
  ];
}

/** Change notifications. @see https://learn.microsoft.com/en-us/graph/change-notifications-delivery-webhooks (read 2026-11-22) */
export const graphWebhook: Webhook = {
  docsUrl: 'https://learn.microsoft.com/en-us/graph/change-notifications-delivery-webhooks',
  setup:
    'Say a secret of your choice here; then `POST https://graph.microsoft.com/v1.0/subscriptions` with the address as `notificationUrl`, the secret as `clientState`, and `changeType`, `resource` and `expirationDateTime`. Renew it before it expires.',
  credentials: z.strictObject({ client_state: secretText('clientState', 'At most 128 characters.') }),
  signature: { kind: 'token', place: inEvent('clientState'), value: '{client_state}' },
  handshakes: [
    { kind: 'echo', method: 'POST', challenge: inQuery('validationToken'), answer: 'text', isSigned: false },
  ],
  events: {
    list: 'value',
    name: inEvent('changeType'),
    // Lifecycle notifications have a `lifecycleEvent` in its place. @see https://learn.microsoft.com/en-us/graph/api/resources/changenotification (read 2026-11-22)
    unnamed: 'lifecycle',
    key: [inEvent('subscriptionId'), inEvent('id')],
  },
};

/**
 * Change notifications of one resource.
 *
 * Without resource data, which would have to be encrypted to a certificate of the hub: what changed is read from the source.
 *
 * @param lifeMinutes How long a subscription lasts at most. @see https://learn.microsoft.com/en-us/graph/change-notifications-overview#subscription-lifetime
 * @param lifecycle Has Graph ask for renewals and tell of what was missed. Teams requires it of all that last more than an hour.
 * @see https://learn.microsoft.com/en-us/graph/api/resources/subscription (read 2026-11-28)
 */
export function graphTopic({
  resource,
  lifeMinutes,
  lifecycle = false,
  ...facts
}: Pick<SubscriptionTopic, 'title' | 'needs' | 'objects' | 'of'> & {
  resource: string;
  lifeMinutes: number;
  lifecycle?: boolean;
}): SubscriptionTopic {
  const one = '/subscriptions/{$id}';
  return topic({
    ...facts,
    // Those of this application. @see https://learn.microsoft.com/en-us/graph/api/subscription-list (read 2026-11-28)
    list: { request: { method: 'GET', path: '/subscriptions' }, ...odata() },
    urlPath: 'notificationUrl',
    idPath: 'id',
    // Graph tries the address before it answers. @see https://learn.microsoft.com/en-us/graph/api/subscription-post-subscriptions (read 2026-11-28)
    create: {
      method: 'POST',
      path: '/subscriptions',
      bodyFields: {
        changeType: '{$event_names}',
        notificationUrl: '{$url}',
        // The same address may be both. @see https://learn.microsoft.com/en-us/graph/change-notifications-lifecycle-events
        ...(lifecycle ? { lifecycleNotificationUrl: '{$url}' } : {}),
        resource,
        clientState: '{$secret}',
        expirationDateTime: '{$ends_at}',
      },
    },
    // @see https://learn.microsoft.com/en-us/graph/api/subscription-delete
    remove: [{ method: 'DELETE', path: one }],
    secret: { field: 'client_state' },
    ends: {
      // The clocks of the two may differ a little.
      lifeS: (lifeMinutes - 10) * 60,
      path: 'expirationDateTime',
      // @see https://learn.microsoft.com/en-us/graph/api/subscription-update
      renew: { method: 'PATCH', path: one, bodyFields: { expirationDateTime: '{$ends_at}' } },
    },
  });
}

/** The webhook of a connector whose objects may be subscribed to. */
export function graphWebhookOf(topics: Readonly<Record<string, SubscriptionTopic>>): Webhook {
  return {
    ...graphWebhook,
    subscription: {
      docsUrl: 'https://learn.microsoft.com/en-us/graph/api/resources/subscription',
      topics,
      // A renewal is a new authorization, and finds out what was removed.
      // @see https://learn.microsoft.com/en-us/graph/change-notifications-lifecycle-events
      renewOn: ['lifecycle'],
    },
  };
}
