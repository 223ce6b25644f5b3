import type { z } from 'zod';
import type { HttpObject } from '../kit/object-types.ts';
import type { GivenRequest, HttpWrite } from '../kit/http/operations.ts';
import { toJsonSchema } from '../kit/json-schema.ts';
import { graphqlRequest, relay } from '../kit/presets/graphql.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, nonIdempotent, type WriteDetails } from '../kit/rest-writes.ts';
import { isJsonObject, type Json } from '../../core/json.ts';
import * as schemas from './schema.ts';

const { listOf, objectOf } = restApi({ docs: () => 'https://linear.app/developers/graphql' });

/** The fields of a shape, as a query asks for them. */
function toSelection(schema: z.ZodType): string {
  return listFields(toJsonSchema(schema)).join(' ');
}

function listFields(schema: Json): string[] {
  if (!isJsonObject(schema)) return [];
  const { properties, anyOf } = schema;
  if (Array.isArray(anyOf)) return anyOf.flatMap(listFields);
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).map(([name, member]) => {
    const inner = listFields(member);
    return inner.length === 0 ? name : `${name} { ${inner.join(' ')} }`;
  });
}

interface Listing {
  title: string;
  /** Field of the query; its filter's type begins with `type`. */
  field: string;
  schema: z.ZodObject;
  /** Name of the type. Absent: the list has no filter, and is always read in full. */
  type?: string;
  arguments?: string;
}

/** @see https://linear.app/developers/pagination (250 at most, 50 by default; each costs complexity) */
function listed(
  { title, field, schema, type, arguments: more = '' }: Listing,
  operations?: HttpObject['operations'],
): HttpObject {
  const [declared, passed] = type === undefined ? ['', ''] : [`, $filter: ${type}Filter`, ', filter: $filter'];
  const document = `query ${field}($first: Int, $after: String${declared}) { ${field}(first: $first, after: $after, includeArchived: true${passed}${more}) { nodes { ${toSelection(schema)} } pageInfo { hasNextPage endCursor } } }`;
  return listOf(
    {
      title,
      schema,
      path: '',
      request: graphqlRequest({ document }),
      ...relay({ connection: field, pageSize: 100 }),
      ...(type === undefined
        ? {}
        : { incremental: { kind: 'server_filter', in: 'body', parameter: 'variables.filter.updatedAt.gte' } }),
    },
    operations,
  );
}

/** An idempotent call with `id` as its only argument. */
function called(
  mutation: string,
  details: WriteDetails = {},
  fill: Record<string, string> = { id: '{id}' },
): HttpWrite {
  const names = Object.keys(fill);
  const declared = names.map((name) => `$${name}: String!`).join(', ');
  const passed = names.map((name) => `${name}: $${name}`).join(', ');
  const document = `mutation ${mutation}(${declared}) { ${mutation}(${passed}) { success } }`;
  return nonIdempotent(graphqlRequest({ document, fill }), details);
}

interface Kept {
  /** Beginning of the mutations' names: `issue` of `issueCreate`. */
  name: string;
  type: string;
  /** Members of the input of both mutations. */
  fields: readonly string[];
  find?: { field: string; by: Record<string, string>; schema: z.ZodObject };
}

/** The input is required, even if a record has none of its members. */
const noInput = { input: {} };

function toInput(fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(fields.map((field) => [`input.${field}`, `{${field}}`]));
}

function change(name: string, type: string, fields: readonly string[], id: string): GivenRequest {
  const input = toInput(fields);
  const document = `mutation ${name}Update($id: String!, $input: ${type}UpdateInput!) { ${name}Update(id: $id, input: $input) { success ${name} { id } } }`;
  return graphqlRequest({ document, variables: noInput, fill: { id, ...input } });
}

/** Creates records, and changes the one that a lookup by its natural key finds. */
function kept({ name, type, fields, find }: Kept): { create: HttpWrite; update: HttpWrite; upsert?: HttpWrite } {
  const input = toInput(fields);
  const document = `mutation ${name}Create($input: ${type}CreateInput!) { ${name}Create(input: $input) { success ${name} { id } } }`;
  const request = graphqlRequest({ document, variables: noInput, fill: input });
  const update = nonIdempotent(change(name, type, fields, '{id}'));
  const targetIdPath = `data.${name}Create.${name}.id`;
  if (find === undefined) return { create: nonIdempotent(request, { targetIdPath }), update };
  const search = `query find_${find.field}($filter: ${type}Filter) { ${find.field}(first: 50, filter: $filter) { nodes { ${toSelection(find.schema)} } } }`;
  const upsert = findOrCreate(request, {
    update: change(name, type, fields, '{$target_id}'),
    find: {
      path: '',
      request: graphqlRequest({ document: search, fill: find.by }),
      recordsPath: `data.${find.field}.nodes`,
      searchLagMs: 'undocumented',
    },
    targetIdPath: 'id',
  });
  return { create: upsert, update, upsert };
}

const { Issue, User, Team, Project, Comment, Label, WorkflowState, Cycle, Attachment, Document } = schemas;
const { Initiative, Milestone, ProjectStatus, ProjectUpdate, Customer, TeamMembership, IssueRelation, AuditEntry } =
  schemas;

const issue = kept({
  name: 'issue',
  type: 'Issue',
  fields: [
    'title',
    'description',
    'teamId',
    'stateId',
    'assigneeId',
    'priority',
    'estimate',
    'dueDate',
    'labelIds',
    'projectId',
    'cycleId',
    'parentId',
  ],
  find: { field: 'issues', by: { 'filter.title.eq': '{title}', 'filter.team.id.eq': '{teamId}' }, schema: Issue },
});
const label = kept({
  name: 'issueLabel',
  type: 'IssueLabel',
  fields: ['name', 'color', 'description', 'parentId'],
  find: { field: 'issueLabels', by: { 'filter.name.eq': '{name}' }, schema: Label },
});
const project = kept({
  name: 'project',
  type: 'Project',
  fields: ['name', 'description', 'content', 'teamIds', 'leadId', 'statusId', 'startDate', 'targetDate', 'priority'],
  find: { field: 'projects', by: { 'filter.name.eq': '{name}' }, schema: Project },
});
const customer = kept({
  name: 'customer',
  type: 'Customer',
  fields: ['name', 'domains', 'externalIds', 'ownerId', 'statusId', 'revenue', 'size', 'tierId'],
  find: { field: 'customers', by: { 'filter.name.eq': '{name}' }, schema: Customer },
});

export const objects: Readonly<Record<string, HttpObject>> = {
  issues: listed(
    { title: 'Issues', field: 'issues', schema: Issue, type: 'Issue' },
    // Kept for 30 days. @see https://linear.app/docs/delete-archive-issues
    { ...issue, delete: called('issueDelete', { effect: 'reversible' }) },
  ),
  archived_issues: objectOf(
    { title: 'Archived issues: writing archives one, deleting restores it' },
    {
      upsert: called('issueArchive'),
      delete: called('issueUnarchive', { effect: 'reversible' }),
    },
  ),
  issue_label_assignments: objectOf(
    { title: 'Issue label assignments', key: ['id', 'labelId'] },
    {
      upsert: called('issueAddLabel', {}, { id: '{id}', labelId: '{labelId}' }),
      delete: called('issueRemoveLabel', { effect: 'reversible' }, { id: '{id}', labelId: '{labelId}' }),
    },
  ),
  comments: listed(
    { title: 'Comments', field: 'comments', schema: Comment, type: 'Comment' },
    {
      ...kept({ name: 'comment', type: 'Comment', fields: ['body', 'issueId', 'parentId'] }),
      update: nonIdempotent(change('comment', 'Comment', ['body'], '{id}')),
      delete: called('commentDelete'),
    },
  ),
  users: listed(
    { title: 'Users', field: 'users', schema: User, type: 'User', arguments: ', includeDisabled: true' },
    { delete: called('userSuspend', { effect: 'reversible' }) },
  ),
  teams: listed({ title: 'Teams', field: 'teams', schema: Team, type: 'Team' }),
  team_memberships: listed(
    { title: 'Team members', field: 'teamMemberships', schema: TeamMembership },
    { delete: called('teamMembershipDelete') },
  ),
  projects: listed(
    { title: 'Projects', field: 'projects', schema: Project, type: 'Project' },
    { ...project, delete: called('projectDelete', { effect: 'reversible' }) },
  ),
  archived_projects: objectOf(
    { title: 'Deleted projects: deleting restores one' },
    { delete: called('projectUnarchive', { effect: 'reversible' }) },
  ),
  labels: listed(
    { title: 'Labels', field: 'issueLabels', schema: Label, type: 'IssueLabel' },
    { ...label, delete: called('issueLabelDelete') },
  ),
  attachments: listed(
    { title: 'Attachments', field: 'attachments', schema: Attachment, type: 'Attachment' },
    {
      // The same address on the same issue is the same attachment. @see https://linear.app/developers/attachments
      create: nonIdempotent(
        graphqlRequest({
          document:
            'mutation attachmentCreate($input: AttachmentCreateInput!) { attachmentCreate(input: $input) { success attachment { id } } }',
          fill: toInput(['issueId', 'title', 'subtitle', 'url']),
        }),
        { targetIdPath: 'data.attachmentCreate.attachment.id' },
      ),
      delete: called('attachmentDelete'),
    },
  ),
  customers: listed(
    { title: 'Customers', field: 'customers', schema: Customer },
    { ...customer, delete: called('customerDelete') },
  ),
  issue_relations: listed(
    { title: 'Issue relations', field: 'issueRelations', schema: IssueRelation },
    { delete: called('issueRelationDelete') },
  ),
  workflow_states: listed({
    title: 'Issue statuses',
    field: 'workflowStates',
    schema: WorkflowState,
    type: 'WorkflowState',
  }),
  cycles: listed({ title: 'Cycles', field: 'cycles', schema: Cycle, type: 'Cycle' }),
  documents: listed({ title: 'Documents', field: 'documents', schema: Document, type: 'Document' }),
  initiatives: listed({ title: 'Initiatives', field: 'initiatives', schema: Initiative, type: 'Initiative' }),
  project_milestones: listed({
    title: 'Project milestones',
    field: 'projectMilestones',
    schema: Milestone,
    type: 'ProjectMilestone',
  }),
  project_statuses: listed({ title: 'Project statuses', field: 'projectStatuses', schema: ProjectStatus }),
  project_updates: listed({
    title: 'Project updates',
    field: 'projectUpdates',
    schema: ProjectUpdate,
    type: 'ProjectUpdate',
  }),
  audit_entries: listed({ title: 'Audit log', field: 'auditEntries', schema: AuditEntry, type: 'AuditEntry' }),
};
