const publicKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
};

/** Everything that files can hold, with what is hard about it: defaults left out, ids in texts, texts like references. */
export const everything = `
kind: account
name: Berlin
metadata: { note: "looks like $\${account:Berlin} and is none", floor: 3 }
---
kind: account
name: "Odd } % name"
status: inactive
external_ref: "007"
---
kind: lookup-table
name: Countries
entries: { DE: Germany, "1": one, yes: true, list: [1, null] }
---
kind: calendar
name: Change freeze
timezone: Europe/Berlin
dates: [{ from: "2026-12-21", to: "2027-01-03" }]
---
kind: connection
name: Feed
service_type: cisa_kev
account_id: "\${account:Odd %7D %25 name}"
---
kind: connection
name: Warehouse (prod)
service_type: postgres
account_id: \${account:Berlin}
config: { host: db.example, database: warehouse }
credentials: !secret HUB_CREDENTIALS_WAREHOUSE_PROD
---
kind: connection
name: Old feed
service_type: cisa_kev
status: disabled
---
kind: integration
name: Behind them
triggers: [{ type: after, integration_id: "\${integration:Vulnerabilities}" }]
---
kind: integration
name: Vulnerabilities
active: true
account_id: \${account:Berlin}
source: { connection_id: "\${connection:Feed}", object: vulnerabilities, filter: { field: cveID, operator: starts_with, value: CVE- } }
target: { connection_id: "\${connection:Warehouse (prod)}", object: kev, match_on: [cve_id] }
mapping:
  - { to: cve_id, from: cveID, required: true }
  - { to: country, from: vendorProject, lookup: { table: "\${lookup-table:Countries}" }, default: ~ }
  - { to: land, from: vendorProject, lookup: { table: Countries } }
  - { to: other, formula: "lookup('\${lookup-table:Countries}', vendorProject)" }
mapping_defaults: { on_null: omit }
on_error: { abort_above_percent: 20 }
---
kind: integration
name: Not yet
source: { connection_id: '\${connection:Feed}', object: vulnerabilities }
steps:
  - id: kind
    condition:
      - when: change == 'created'
        steps:
          - id: row
            action:
              connection_id: \${connection:Warehouse (prod)}
              object: rows
              operation: upsert
              match_on: [cve_id]
              mapping:
                - { to: cve_id, from: record.cveID }
                - { to: country, from: record.vendorProject, lookup: { table: Countries } }
            not_in: Change freeze
            on_error: [{ id: why, transform: { set: { code: error.code } } }]
---
kind: integration
name: Ready
only_in: "\${calendar:Change freeze}"
source: { connection_id: "\${connection:Feed}", object: vulnerabilities }
target: { connection_id: "\${connection:Warehouse (prod)}", object: kev, operation: upsert, match_on: [cve_id] }
script: { language: javascript, source: "export default (record) => ({ ...record, id: \`\${record.cveID}\` })" }
mapping: [{ to: cve_id, from: id }]
---
kind: oauth-client
name: Nightly
scopes: [runs:read, accounts:read]
---
kind: oauth-client
name: Signing
auth_method: private_key_jwt
scopes: ["*"]
jwks: { keys: [${JSON.stringify(publicKey)}] }
disabled: true
---
kind: webhook-endpoint
name: Pager
url: https://pager.example/hooks
events: [run.failed, connection.*]
---
kind: token-issuer
name: Entra
issuer: https://login.example/tenant
audience: https://hub.example/\${organization:id}
jwks_uri: https://login.example/keys
algorithms: [RS256, ES256]
scope_rules: [{ claim: roles, value: reader, scopes: [runs:read] }]
`;
