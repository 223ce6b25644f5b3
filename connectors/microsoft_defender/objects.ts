import type { HttpObject } from '../kit/object-types.ts';
import type { GivenPages } from '../kit/http/operations.ts';
import { odata } from '../kit/presets/odata.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { extract } = odata();

const { listOf } = restApi({
  docs: (page) => `https://learn.microsoft.com/en-us/graph/api/${page}`,
  records: { recordsPath: 'value' },
  paged: (pageSize) => odata({ sizeParameter: '$top', pageSize }).paginate,
  pages: { extract },
});

const since: GivenPages['incremental'] = {
  kind: 'server_filter',
  parameter: '$filter',
  template: 'lastUpdateDateTime ge {$since}',
};

export const objects: Readonly<Record<string, HttpObject>> = {
  incidents: listOf(
    {
      title: 'Incidents',
      path: '/security/incidents',
      docs: 'security-list-incidents',
      // More are refused. @see https://github.com/wazuh/wazuh/issues/28070
      pageSize: 50,
      schema: schemas.Incident,
      incremental: since,
      find: true,
    },
    // @see https://learn.microsoft.com/en-us/graph/api/security-incident-update
    { update: idempotent('PATCH /security/incidents/{id}', { schema: schemas.IncidentUpdate }) },
  ),
  alerts: listOf(
    {
      title: 'Alerts',
      path: '/security/alerts_v2',
      docs: 'security-list-alerts_v2',
      // 1000 at most. @see https://learn.microsoft.com/en-us/graph/api/resources/security-error-codes#constraints
      pageSize: 1000,
      schema: schemas.Alert,
      incremental: since,
      find: true,
    },
    // @see https://learn.microsoft.com/en-us/graph/api/security-alert-update
    { update: idempotent('PATCH /security/alerts_v2/{id}', { schema: schemas.AlertUpdate }) },
  ),
  secure_scores: listOf({
    title: 'Secure scores',
    path: '/security/secureScores',
    docs: 'security-list-securescores',
    pageSize: 100,
    schema: schemas.SecureScore,
  }),
  secure_score_control_profiles: listOf({
    title: 'Secure score control profiles',
    path: '/security/secureScoreControlProfiles',
    docs: 'security-list-securescorecontrolprofiles',
    pageSize: 100,
    schema: schemas.SecureScoreControlProfile,
    find: true,
  }),
};
