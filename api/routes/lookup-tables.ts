import { z } from 'zod';
import {
  changeLookupEntries,
  mergeLookupEntriesInput,
  replaceLookupEntriesInput,
} from '../../services/lookup-tables/change-lookup-entries.ts';
import { createLookupTable, createLookupTableInput } from '../../services/lookup-tables/create-lookup-table.ts';
import { deleteLookupTable } from '../../services/lookup-tables/delete-lookup-table.ts';
import {
  getLookupEntries,
  getLookupEntriesInput,
  lookupEntriesRecord,
} from '../../services/lookup-tables/get-lookup-entries.ts';
import { getLookupTable } from '../../services/lookup-tables/get-lookup-table.ts';
import { listLookupTables, listLookupTablesInput } from '../../services/lookup-tables/list-lookup-tables.ts';
import {
  listLookupVersions,
  listLookupVersionsInput,
  lookupVersionRecord,
} from '../../services/lookup-tables/list-lookup-versions.ts';
import { lookupTableChange, updateLookupTable } from '../../services/lookup-tables/update-lookup-table.ts';
import { lookupTableRecord } from '../../services/lookup-tables/lookup-table.ts';
import { anyMembers } from '../requests/any-members.ts';
import { integrationBytesMax } from '../requests/read-json.ts';
import { defineRoute } from '../route.ts';
import { deletedRecord, toList } from '../answers/to-list.ts';

const tag = 'Lookup tables';
const maxBytes = integrationBytesMax;

export const lookupTableRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/lookup-tables',
      operationId: 'listLookupTables',
      tag,
      summary: 'List lookup tables',
      scope: 'integrations:read',
      query: listLookupTablesInput,
      status: 200,
      data: z.array(lookupTableRecord),
      paginated: true,
    },
    async ({ ctx, query }) => toList(await listLookupTables({ ctx, input: query })),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/lookup-tables',
      operationId: 'createLookupTable',
      tag,
      summary: 'Create a lookup table',
      description:
        'A rule of a mapping names it, `"lookup": {"table": "lut_…"}`, or a formula: `lookup(\'lut_…\', key)`. A run takes the version that is the newest when it starts.',
      scope: 'integrations:write',
      reach: 'organization',
      body: { shape: createLookupTableInput, maxBytes },
      status: 201,
      data: lookupTableRecord,
      located: true,
      namedIn: 'lookup_tables',
    },
    async ({ ctx, body, base }) => {
      const created = await createLookupTable({ ctx, input: body });
      return { ...created, headers: { location: `${base}/lookup-tables/${created.data.id}` } };
    },
  ),
  defineRoute(
    {
      method: 'get',
      path: '/lookup-tables/{id}',
      operationId: 'getLookupTable',
      tag,
      summary: 'Get a lookup table',
      scope: 'integrations:read',
      status: 200,
      data: lookupTableRecord,
      versioned: true,
    },
    ({ ctx, id }) => getLookupTable({ ctx, input: { id } }),
  ),
  defineRoute(
    {
      method: 'put',
      path: '/lookup-tables/{id}',
      operationId: 'replaceLookupTableMembers',
      tag,
      summary: 'Update a lookup table',
      scope: 'integrations:write',
      reach: 'organization',
      body: { shape: anyMembers, documented: lookupTableChange },
      status: 200,
      data: lookupTableRecord,
      versioned: true,
    },
    ({ ctx, id, body }) => updateLookupTable({ ctx, input: { id, mode: 'replace', change: body } }),
  ),
  defineRoute(
    {
      method: 'patch',
      path: '/lookup-tables/{id}',
      operationId: 'patchLookupTable',
      tag,
      summary: 'Change parts of a lookup table',
      scope: 'integrations:write',
      reach: 'organization',
      body: { shape: anyMembers, documented: lookupTableChange },
      status: 200,
      data: lookupTableRecord,
      versioned: true,
    },
    ({ ctx, id, body }) => updateLookupTable({ ctx, input: { id, mode: 'merge', change: body } }),
  ),
  defineRoute(
    {
      method: 'delete',
      path: '/lookup-tables/{id}',
      operationId: 'deleteLookupTable',
      tag,
      summary: 'Delete a lookup table',
      scope: 'integrations:write',
      reach: 'organization',
      status: 200,
      data: deletedRecord('lookupTable'),
      versioned: true,
      errors: ['resource_in_use'],
    },
    async ({ ctx, id }) => {
      await deleteLookupTable({ ctx, input: { id } });
      return { data: { id, deleted: true as const } };
    },
  ),
  defineRoute(
    {
      method: 'get',
      path: '/lookup-tables/{id}/entries',
      operationId: 'getLookupTableEntries',
      tag,
      summary: 'Get the entries of a lookup table',
      scope: 'integrations:read',
      query: getLookupEntriesInput,
      status: 200,
      data: lookupEntriesRecord,
    },
    async ({ ctx, id, query }) => ({ data: await getLookupEntries({ ctx, input: { ...query, id } }) }),
  ),
  defineRoute(
    {
      method: 'put',
      path: '/lookup-tables/{id}/entries',
      operationId: 'replaceLookupTableEntries',
      tag,
      summary: 'Replace the entries of a lookup table',
      description: 'Makes a new version. Runs at work stay with the version that they started with.',
      scope: 'integrations:write',
      reach: 'organization',
      body: { shape: replaceLookupEntriesInput, maxBytes },
      status: 200,
      data: lookupTableRecord,
      versioned: true,
    },
    ({ ctx, id, body }) => changeLookupEntries({ ctx, input: { id, mode: 'replace', ...body } }),
  ),
  defineRoute(
    {
      method: 'patch',
      path: '/lookup-tables/{id}/entries',
      operationId: 'mergeLookupTableEntries',
      tag,
      summary: 'Change some entries of a lookup table',
      description: 'Entries whose value is null are taken away; others are added or replaced. Makes a new version.',
      scope: 'integrations:write',
      reach: 'organization',
      body: { shape: mergeLookupEntriesInput, maxBytes },
      status: 200,
      data: lookupTableRecord,
      versioned: true,
    },
    ({ ctx, id, body }) => changeLookupEntries({ ctx, input: { id, mode: 'merge', ...body } }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/lookup-tables/{id}/versions',
      operationId: 'listLookupTableVersions',
      tag,
      summary: 'List the versions of a lookup table',
      description: 'Newest first. A version never changes; the newest hundred are kept.',
      scope: 'integrations:read',
      query: listLookupVersionsInput,
      status: 200,
      data: z.array(lookupVersionRecord),
      paginated: true,
    },
    async ({ ctx, id, query }) => toList(await listLookupVersions({ ctx, input: { ...query, id } })),
  ),
];
