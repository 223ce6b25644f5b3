import type { MappingRule } from '../../transforms/rules.ts';

/** The main job: CISA's catalogue of exploited vulnerabilities into a table, as a user would configure it. */
export const demoNames = {
  account: 'Security engineering',
  publicSource: 'KEV catalogue (cisa.gov)',
  copiedSource: 'KEV catalogue (local copy)',
  target: 'Security database',
  integration: 'KEV catalogue into PostgreSQL',
} as const;

const yesOrNo = { Known: true, Unknown: false };

export const demoMapping = [
  { to: 'cve_id', from: 'cveID', required: true },
  { to: 'vendor', from: 'vendorProject', convert: 'trim' },
  { to: 'product', from: 'product', convert: 'trim' },
  { to: 'title', from: 'vulnerabilityName', convert: 'trim' },
  { to: 'date_added', from: 'dateAdded', convert: 'date', required: true },
  { to: 'due_date', from: 'dueDate', convert: 'date' },
  { to: 'ransomware', from: 'knownRansomwareCampaignUse', lookup: yesOrNo, default: false },
  { to: 'priority', from: 'knownRansomwareCampaignUse', lookup: { Known: 'critical' }, default: 'high' },
  { to: 'cwes', from: 'cwes', convert: 'list', default: [] },
  { to: 'required_action', from: 'requiredAction', convert: 'trim' },
] satisfies MappingRule[];

/** The body of `POST /integrations`. */
export function demoIntegration(options: { name: string; account_id: string; sourceId: string; targetId: string }) {
  return {
    name: options.name,
    account_id: options.account_id,
    source: {
      connection_id: options.sourceId,
      object: 'vulnerabilities',
      filter: { field: 'cveID', operator: 'starts_with', value: 'CVE-' },
    },
    target: { connection_id: options.targetId, object: 'kev', operation: 'upsert', match_on: ['cve_id'] },
    mapping: demoMapping,
    triggers: [{ type: 'manual' }],
    on_error: { record: 'dead_letter', abort_above_percent: 20 },
  };
}
