import type { z } from 'zod';
import { filter } from '../kit/filters/filter-text.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { withNamed } from '../kit/rest.ts';
import { findOrCreate, idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';
import { listOf, objectOf, rowsOf, toObject } from './tables.ts';

const { Row, Named, User, Group, Task, Incident, Change, ConfigurationItem, Asset } = schemas;

/** Tasks carry the key of the system that they came from. */
const byCorrelation = 'correlation_id';

const approvalsPath = '/api/now/table/sysapproval_approver';
const approvals = toObject({ title: 'Approvals', table: 'sysapproval_approver', schema: schemas.Approval });

export const objects: Readonly<Record<string, HttpObject>> = {
  users: toObject({ title: 'Users', table: 'sys_user', schema: User, field: 'user_name', deactivates: true }),
  groups: toObject({ title: 'Groups', table: 'sys_user_group', schema: Group, field: 'name', deactivates: true }),
  group_members: membership('Group members', 'sys_user_grmember', schemas.GroupMember, 'group'),
  roles: toObject({ title: 'Roles', table: 'sys_user_role', schema: Named }),
  user_roles: membership('User roles', 'sys_user_has_role', schemas.UserRole, 'role'),
  incidents: withNamed(toObject({ title: 'Incidents', table: 'incident', schema: Incident, field: byCorrelation }), {
    assign: { object: 'incident_states', operation: 'update', of: 'sys_id' },
    comment: { object: 'incident_notes', operation: 'create', of: 'sys_id' },
    note: { object: 'incident_notes', operation: 'create', of: 'sys_id' },
    // The value of the state Resolved. @see https://support.servicenow.com/kb?id=kb_article_view&sysparm_article=KB0564465
    resolve: { object: 'incident_states', operation: 'update', of: 'sys_id', values: { state: '6' } },
  }),
  incident_notes: objectOf(
    { title: 'Comments and work notes of incidents', docs: 'c_TableAPI.html' },
    {
      // Each one that is sent is added to the journal.
      create: nonIdempotent({
        method: 'PATCH',
        path: '/api/now/table/incident/{sys_id}',
        bodyFields: { comments: '{comments}', work_notes: '{work_notes}' },
      }),
    },
  ),
  incident_states: objectOf(
    { title: 'Incidents, by their sys_id', docs: 'c_TableAPI.html', schema: Incident },
    { update: idempotent('PATCH /api/now/table/incident/{sys_id}') },
  ),
  problems: toObject({ title: 'Problems', table: 'problem', schema: Task, field: byCorrelation }),
  changes: toObject({ title: 'Change requests', table: 'change_request', schema: Change, field: byCorrelation }),
  change_tasks: toObject({
    title: 'Change tasks',
    table: 'change_task',
    schema: schemas.ChangeTask,
    field: byCorrelation,
  }),
  requests: toObject({ title: 'Requests', table: 'sc_request', schema: Task, field: byCorrelation }),
  requested_items: toObject({
    title: 'Requested items',
    table: 'sc_req_item',
    schema: schemas.RequestedItem,
    field: byCorrelation,
  }),
  catalog_tasks: toObject({
    title: 'Catalog tasks',
    table: 'sc_task',
    schema: Task,
    field: byCorrelation,
  }),
  tasks: toObject({ title: 'Tasks of all types', table: 'task', schema: Task }),
  /** An approver decides by a change of `state`, to `approved` or `rejected`. */
  approvals: {
    ...approvals,
    operations: { ...approvals.operations, ...writesAt({ path: approvalsPath, id: 'sys_id', only: ['update'] }) },
  },
  catalog_items: toObject({ title: 'Catalog items', table: 'sc_cat_item', schema: Named }),
  articles: toObject({ title: 'Knowledge articles', table: 'kb_knowledge', schema: schemas.Article }),
  customer_cases: toObject({
    title: 'Customer service cases',
    table: 'sn_customerservice_case',
    schema: Task,
    field: byCorrelation,
  }),
  security_incidents: toObject({
    title: 'Security incidents',
    table: 'sn_si_incident',
    schema: Task,
    field: byCorrelation,
  }),
  vulnerable_items: toObject({ title: 'Vulnerable items', table: 'sn_vul_vulnerable_item', schema: Task }),
  configuration_items: toObject({
    title: 'Configuration items',
    table: 'cmdb_ci',
    schema: ConfigurationItem,
    field: byCorrelation,
  }),
  computers: toObject({
    title: 'Computers',
    table: 'cmdb_ci_computer',
    schema: ConfigurationItem,
    field: 'serial_number',
  }),
  servers: toObject({ title: 'Servers', table: 'cmdb_ci_server', schema: ConfigurationItem, field: 'serial_number' }),
  services: toObject({ title: 'Services', table: 'cmdb_ci_service', schema: ConfigurationItem, field: 'name' }),
  relations: toObject({ title: 'CI relationships', table: 'cmdb_rel_ci', schema: schemas.Relation }),
  assets: toObject({ title: 'Assets', table: 'alm_asset', schema: Asset, field: 'asset_tag' }),
  hardware: toObject({ title: 'Hardware assets', table: 'alm_hardware', schema: Asset, field: 'asset_tag' }),
  departments: toObject({ title: 'Departments', table: 'cmn_department', schema: Named, field: 'name' }),
  locations: toObject({ title: 'Locations', table: 'cmn_location', schema: Named, field: 'name' }),
  companies: toObject({ title: 'Companies', table: 'core_company', schema: Named, field: 'name' }),
  journal_entries: toObject({
    title: 'Journal entries: comments and work notes',
    table: 'sys_journal_field',
    schema: schemas.JournalEntry,
  }),
  /** What a field of a form is called, and what it holds: custom ones too. */
  fields: toObject({
    title: 'Fields of tables',
    table: 'sys_dictionary',
    schema: schemas.DictionaryEntry,
    query: 'elementISNOTEMPTY',
  }),
  tables: toObject({ title: 'Tables', table: 'sys_db_object', schema: schemas.DictionaryTable }),
  choices: toObject({ title: 'Choices', table: 'sys_choice', schema: Row }),
  /** Deleted records of audited tables. */
  deletions: toObject({ title: 'Deleted records', table: 'sys_audit_delete', schema: schemas.Deletion }),
  /** Read as rows of their table: the attachment API has only offset pagination. */
  attachments: listOf(
    {
      title: 'Attachments, without their content',
      docs: 'c_AttachmentAPI.html',
      schema: schemas.Attachment,
      ...rowsOf('/api/now/table/sys_attachment'),
    },
    writesAt({ path: '/api/now/attachment', id: 'sys_id', only: ['delete'] }),
  ),
};

/** A row that relates a user to another record, looked up by both. */
function membership(title: string, table: string, schema: z.ZodType, other: string): HttpObject {
  const path = `/api/now/table/${table}`;
  const create = findOrCreate(`POST ${path}`, {
    find: {
      path,
      query: {
        sysparm_query: filter(`user={user|encoded_query}^${other}={${other}|encoded_query}`),
        sysparm_exclude_reference_link: 'true',
      },
      recordsPath: 'result',
      idPath: 'sys_id',
    },
    targetIdPath: 'result.sys_id',
  });
  const remove = writesAt({ path, id: 'sys_id', only: ['delete'] });
  return listOf({ title, schema, ...rowsOf(path) }, { create, ...remove });
}
