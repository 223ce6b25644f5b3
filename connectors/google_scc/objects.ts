import type { HttpObject } from '../kit/object-types.ts';
import { googleList } from '../kit/presets/google.ts';
import { type ListedObject, restApi } from '../kit/rest.ts';
import { idempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf } = restApi({
  docs: (page) => `https://cloud.google.com/security-command-center/docs/reference/rest/v1/organizations.${page}/list`,
  key: 'name',
});

const organization = '/v1/organizations/{config.organization_id}';

/** 1000 at most. @see https://cloud.google.com/security-command-center/docs/how-to-api-list-findings#page-size */
const pageSize = 1000;

/** A list that goes by the name of its records. Names hold the whole path. */
function listed(name: string, list: Omit<ListedObject, 'path'>, operations: HttpObject['operations'] = {}): HttpObject {
  return listOf(
    {
      path: `${organization}/${name}`,
      docs: name,
      ...googleList({ recordsPath: name, pageSize }),
      ...list,
    },
    operations,
  );
}

const removes = { delete: idempotent('DELETE /v1/{+name}') };

/** A configuration that is changed and removed by its name. */
const changes = { update: idempotent('PATCH /v1/{+name}'), ...removes };

export const objects: Readonly<Record<string, HttpObject>> = {
  findings: listOf(
    {
      title: 'Findings',
      // Of all sources.
      path: `${organization}/sources/-/findings`,
      docs: 'sources.findings',
      schema: schemas.Finding,
      ...googleList({ recordsPath: 'listFindingsResults', pageSize }),
      extract: { each: 'finding' },
    },
    { update: idempotent('PATCH /v1/{+name}') },
  ),
  sources: listed('sources', { title: 'Sources of findings', schema: schemas.Source }, { update: changes.update }),
  mute_rules: listed('muteConfigs', { title: 'Mute rules', schema: schemas.MuteRule }, changes),
  notification_configs: listed(
    'notificationConfigs',
    { title: 'Notifications', schema: schemas.NotificationConfig },
    changes,
  ),
  bigquery_exports: listed(
    'bigQueryExports',
    { title: 'Exports to BigQuery', schema: schemas.BigQueryExport },
    changes,
  ),
  resource_value_configs: listed(
    'resourceValueConfigs',
    { title: 'Values of resources', schema: schemas.ResourceValueConfig },
    changes,
  ),
};
