/** CISA's catalogue of vulnerabilities that are known to be exploited: public, one JSON document, no credentials. */
import { z } from 'zod';
import { noAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { reads } from '../kit/http/complete-operations.ts';
import { Vulnerability } from './schema.ts';

/** @see https://www.cisa.gov/known-exploited-vulnerabilities-catalog */
const feedUrl = 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json';

export const connector: HttpConnector = defineConnector({
  id: 'cisa_kev',
  name: 'CISA Known Exploited Vulnerabilities',
  vendor: 'Cybersecurity and Infrastructure Security Agency',
  category: 'security',
  docsUrl: 'https://www.cisa.gov/known-exploited-vulnerabilities-catalog',
  version: '1.0.0',
  tags: ['vulnerabilities', 'public'],
  transport: 'http',
  config: z.strictObject({
    feed_url: z
      .string()
      .max(2048)
      .regex(
        /^https?:\/\/[^\s{}@#]+$/,
        'Must be an address with http or https, without user and fragment: https://mirror.example.com/kev.json.',
      )
      .default(feedUrl)
      .meta({ title: 'Address of the catalogue', help: 'A mirror, where the network is closed.', destination: true }),
  }),
  auth: [noAuth()],
  http: { baseUrl: '{config.feed_url}', hosts: 'from_config' },
  test: { request: { method: 'GET', path: '' } },
  objects: {
    vulnerabilities: {
      title: 'Known exploited vulnerabilities',
      key: ['cveID'],
      schema: Vulnerability,
      docsUrl: 'https://www.cisa.gov/known-exploited-vulnerabilities-catalog',
      operations: {
        list: reads({
          kind: 'file',
          request: { method: 'GET', path: '' },
          format: { kind: 'json', recordsPath: 'vulnerabilities' },
        }),
      },
    },
  },
  documentation: {
    source: 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities_schema.json',
    asOf: '2026-11-21',
  },
});
