/** Splunk On-Call (VictorOps): incidents, people, teams, who is on call, and escalation policies of an organization. */
import { z } from 'zod';
import { apiKeysAuth, plainText, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://portal.victorops.com/public/api-docs.html';

export const connector: HttpConnector = defineConnector({
  id: 'splunk_oncall',
  name: 'Splunk On-Call',
  vendor: 'Splunk',
  category: 'itsm',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['incidents', 'on-call', 'escalations', 'victorops'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://help.victorops.com/knowledge-base/api/
    apiKeysAuth({
      title: 'API id and key',
      credentials: z.strictObject({ api_id: plainText('API id'), api_key: secretText('API key') }),
      places: [
        { in: 'header', name: 'X-VO-Api-Id', value: '{api_id}' },
        { in: 'header', name: 'X-VO-Api-Key', value: '{api_key}' },
      ],
      setup: 'Integrations → API → Activate API Access → New Key; a key may be limited to reading.',
    }),
  ],
  http: { baseUrl: 'https://api.victorops.com', hosts: ['api.victorops.com'] },
  // Most calls. The history of incidents, and escalation policies, may be asked for once a minute.
  limits: { concurrency: 2, buckets: [{ name: 'organization', limit: 60, perMs: 60_000 }], signals: [] },
  // One status says that the key is refused, that it may only read, and that a limit was reached: the text tells.
  errors: [
    { when: { status: 403, bodyIncludes: ['rate', 'Rate', 'limit', 'Limit'] }, kind: 'rate_limited' },
    { when: { status: 403, bodyIncludes: ['uthentication'] }, kind: 'auth_invalid' },
    { when: { status: 400 }, kind: 'validation', messagePath: 'error' },
  ],
  test: { request: { method: 'GET', path: '/api-public/v1/team' } },
  objects,
  contract: {
    exempt: [
      {
        use: 'users.list',
        rule: 'described',
        reason: 'The description is older than the second version of the list, which does not nest lists.',
      },
    ],
  },
  documentation: { source: docs, asOf: '2026-11-23' },
});
