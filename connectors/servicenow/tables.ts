/** How ServiceNow's tables are read and written. */
import { z } from 'zod';
import { filter, type FilterText } from '../kit/filters/filter-text.ts';
import type { DynamicObjects, HttpObject } from '../kit/object-types.ts';
import type { HttpWrite } from '../kit/http/operations.ts';
import { toPlainText } from '../kit/type-guards.ts';
import { restApi } from '../kit/rest.ts';
import { type Collection, idempotent, writesAt } from '../kit/rest-writes.ts';
import { escapeTemplate } from '../kit/template.ts';
import { Row } from './schema.ts';

export const { listOf, objectOf } = restApi({
  docs: (page) => `https://www.servicenow.com/docs/r/api-reference/rest-apis/${page || 'c_TableAPI.html'}`,
  key: 'sys_id',
  records: { recordsPath: 'result' },
  /**
   * Rows behind the last `sys_id`, which never changes: pages by position miss rows where others vanish meanwhile. Access
   * rules hide rows after the pages are cut, so that only the links say whether there are more.
   */
  paginate: {
    kind: 'keyset',
    in: 'template',
    parameter: 'sysparm_query',
    fields: ['sys_id'],
    first: 'sys_idISNOTEMPTY',
    after: 'sys_id>{sys_id}',
    linked: true,
    sizeParameter: 'sysparm_limit',
    // The default of 10 000 makes large answers.
    pageSize: 1000,
  },
});

/**
 * Reads a table. A condition's times are on the clock of the user, or in UTC, depending on whom one asks: changes are asked for
 * as of fourteen hours before, so that nothing is left out in any time zone.
 *
 * @see https://servicenow.github.io/sdk/guides/encoded-query-guide
 *
 * @param query Condition of the rows, as an encoded query.
 */
export function rowsOf(path: string, query = '') {
  const condition = query === '' ? '' : `${escapeTemplate(query)}^`;
  return {
    path,
    query: {
      sysparm_query: filter(`${condition}{$page|plain}^ORDERBYsys_id`),
      sysparm_display_value: 'false',
      sysparm_exclude_reference_link: 'true',
      sysparm_limit: '{$page_size}',
    },
    incremental: {
      kind: 'server_filter',
      parameter: 'sysparm_query',
      template: `${condition}sys_updated_on>={$since}^{$page}^ORDERBYsys_id`,
      format: 'sql',
      lookbackMs: 14 * 3_600_000 + 300_000,
    },
  } as const;
}

/** Writes rows that are looked up by a condition. */
export function writesRows(
  path: string,
  condition: FilterText,
  more: Partial<Collection> = {},
): HttpObject['operations'] {
  const find = {
    path,
    query: { sysparm_query: condition, sysparm_exclude_reference_link: 'true', sysparm_limit: '10' },
    recordsPath: 'result',
    idPath: 'sys_id',
    // As its databases compare.
    ignoresCase: true,
    // Unless the instance sets glide.invalid_query.returns_no_rows.
    // @see https://www.servicenow.com/docs/r/washingtondc/api-reference/server-api-reference/c_GlideRecordAPI.html
    ignoresUnknown: true,
  } as const;
  return writesAt({ path, id: 'sys_id', find, targetIdPath: 'result.sys_id', ...more });
}

/** Rows that others refer to are not deleted but marked as inactive. */
const deactivatesRow = (path: string): HttpWrite =>
  idempotent({ method: 'PATCH', path: `${path}/{sys_id}`, body: { active: 'false' } }, { effect: 'reversible' });

interface Table {
  title: string;
  table: string;
  schema: z.ZodType;
  /** Condition of the rows. */
  query?: string;
  /** Field by which rows are found again; absent: the table is only read. */
  field?: string;
  deactivates?: boolean;
}

/** A table with a declared schema. */
export function toObject({ title, table, schema, query, field, deactivates = false }: Table): HttpObject {
  const path = `/api/now/table/${table}`;
  const list = { title, schema, ...rowsOf(path, query) };
  if (field === undefined) return listOf(list);
  const operations = writesRows(path, filter(`${field}={${field}|encoded_query}`));
  return listOf(list, deactivates ? { ...operations, delete: deactivatesRow(path) } : operations);
}

const sourceOptions = z.strictObject({
  query: z
    .string()
    .max(4000)
    .default('')
    .meta({ title: 'Encoded query', help: 'Condition of the rows.', example: 'active=true^category=network' }),
});

const targetOptions = z.strictObject({
  find_by: z
    .string()
    .regex(
      /^[a-z][a-z0-9_]{0,79}$/,
      'Must be the name of a field, of lower-case letters, digits and underscores: u_external_id.',
    )
    .default('correlation_id')
    .meta({ title: 'Field that rows are found by', example: 'u_external_id' }),
});

/** Any other table, by its name. */
export const tables: DynamicObjects<HttpObject> = {
  title: 'Tables',
  help: 'The name of any table, such as `cmdb_ci_linux_server` or `u_badge`.',
  sourceOptions,
  targetOptions,
  resolve: ({ object, options, role }) => {
    if (!/^[a-z][a-z0-9_]{0,79}$/.test(object)) {
      const message = 'Names of tables have small letters, digits and underscores.';
      return { ok: false, problems: [{ path: 'object', code: 'invalid_value', message }] };
    }
    const given =
      role === 'source'
        ? { query: sourceOptions.parse(options).query }
        : { field: toPlainText(targetOptions.parse(options).find_by) };
    return { ok: true, object: toObject({ title: object, table: object, schema: Row, ...given }) };
  },
  examples: [
    {
      title: 'Read the Linux servers that are in use',
      request: {
        config: { instance: 'acme' },
        object: 'cmdb_ci_linux_server',
        options: { query: 'operational_status=1' },
        role: 'source',
      },
    },
    {
      title: 'Write a table of your own, by its field for the key',
      request: { config: { instance: 'acme' }, object: 'u_badge', options: { find_by: 'u_badge_id' }, role: 'target' },
    },
  ],
};
