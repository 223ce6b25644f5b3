/** What the connectors on sites of Atlassian's cloud have in common: where a site is, and how much it takes. */
import type { HttpSettings } from '../connector.ts';
import type { Limits } from '../limits.ts';
import { toPlainText } from '../type-guards.ts';

/** A site by its name, or by its id behind the gateway that OAuth tokens are for. */
export const atlassianHttp: Pick<HttpSettings, 'baseUrl' | 'hosts' | 'headers'> = {
  baseUrl: ({ config }) =>
    config['cloud_id'] === undefined
      ? `https://${toPlainText(config['site'])}.atlassian.net`
      : `https://api.atlassian.com/ex/jira/${toPlainText(config['cloud_id'])}`,
  hosts: ['.atlassian.net', 'api.atlassian.com'],
  headers: { accept: 'application/json' },
};

/** Limits depend on the endpoint and the size of the site; responses tell them. @see https://developer.atlassian.com/cloud/jira/platform/rate-limiting/ */
export const atlassianLimits: Limits = {
  concurrency: 5,
  buckets: [{ name: 'site', limit: 20, perMs: 1000 }],
  signals: [
    { header: 'x-ratelimit-remaining', means: 'remaining' },
    { header: 'x-ratelimit-reset', means: 'reset', unit: 'iso' },
  ],
};
