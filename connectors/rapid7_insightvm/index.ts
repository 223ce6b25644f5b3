/** Rapid7 InsightVM: assets, vulnerabilities, sites, scans and users of a Security Console. */
import { z } from 'zod';
import { basicAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://help.rapid7.com/insightvm/en-us/api/index.html';

export const connector: HttpConnector = defineConnector({
  id: 'rapid7_insightvm',
  name: 'Rapid7 InsightVM',
  vendor: 'Rapid7',
  category: 'security',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['vulnerabilities', 'assets', 'scans', 'nexpose'],
  transport: 'http',
  config: z.strictObject({
    base_url: z
      .string()
      .max(2048)
      .regex(
        /^https:\/\/[^\s{}@?#]+$/,
        'Must be an address with https, without user, query and fragment: https://insightvm.example.com:3780.',
      )
      .meta({
        title: 'Address of the Security Console',
        example: 'https://insightvm.vendor.example:3780',
        destination: true,
      }),
  }),
  auth: [
    // @see https://help.rapid7.com/insightvm/en-us/api/index.html#section/Overview/Authentication
    basicAuth({
      setup:
        "Administration → Users → Create: a user of the integration's own, without two-factor authentication, with a role and the sites and asset groups that it needs.",
    }),
  ],
  http: { baseUrl: '{config.base_url}', hosts: 'from_config', headers: { accept: 'application/json' } },
  // The console is a customer's own server, whose vendor tells no figure: a careful one.
  limits: { concurrency: 4, buckets: [], signals: [] },
  // @see https://help.rapid7.com/insightvm/en-us/api/index.html#section/Responses
  errors: [
    { when: { status: 400, path: 'message' }, kind: 'validation', messagePath: 'message' },
    { when: { status: 404, path: 'message' }, kind: 'not_found', messagePath: 'message' },
  ],
  test: { request: { method: 'GET', path: '/api/3/administration/info' } },
  objects,
  documentation: { source: docs, asOf: '2026-11-23' },
});
