/** How records of Salesforce are read by SOQL, and written. */
import { filter } from '../kit/filters/filter-text.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent, type WriteDetails, writesAt } from '../kit/rest-writes.ts';
import { escapeTemplate } from '../kit/template.ts';
import { Deletion } from './schema.ts';

/** Spring '26. Versions are served for years. @see https://developer.salesforce.com/docs/platform/api-rest/guide/resources-versions.md */
export const data = '/services/data/v66.0';

export const guide = 'https://developer.salesforce.com/docs/platform/api-rest/guide';

/**
 * Changes are asked for again of this long: a record has the time at which it was saved, and is seen when its transaction ends,
 * which takes ten minutes at most.
 *
 * @see https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/apex_gov_limits.htm
 */
export const lateMs = 600_000;

/** A locator names the rest of a result. It works for two days. @see https://help.salesforce.com/s/articleView?id=000384958&type=1 */
const expired = { status: [400, 404], bodyIncludes: ['INVALID_QUERY_LOCATOR'] };

const api = restApi({
  docs: (page) => `${guide}/${page || 'resources-query'}.md`,
  key: 'Id',
  records: { recordsPath: 'records' },
  paginate: { kind: 'next_url', path: 'nextRecordsUrl', endPath: 'done' },
  pages: { expired },
});

export const { listOf } = api;

/** A part of a query. */
export interface Query {
  sobject: string;
  /** Names of fields, with commas. */
  fields: string;
  /** Condition of the records, as SOQL. */
  where?: string;
}

/** Reads records by a query, in pages of Salesforce's choice: 2,000 at most. */
export function recordsOf({ sobject, fields, where = '' }: Query) {
  const condition = where === '' ? '' : ` WHERE (${escapeTemplate(where)})`;
  const select = `SELECT ${fields} FROM ${sobject}${condition}`;
  return {
    path: `${data}/query`,
    query: { q: filter(`SELECT ${fields} FROM ${sobject}${condition}`) },
    incremental: {
      kind: 'server_filter',
      parameter: 'q',
      template: `${select} ${where === '' ? 'WHERE' : 'AND'} SystemModstamp >= {$since}`,
      // @see https://developer.salesforce.com/docs/platform/salesforce-soql-sosl/guide/sforce-api-calls-soql-select-dateformats.html
      format: 'iso_s',
      lookbackMs: lateMs,
    },
  } as const;
}

/**
 * Reads all fields, custom ones included, which a query gives of 200 records at most: the next ones are those behind the
 * last id.
 *
 * @see https://developer.salesforce.com/docs/platform/salesforce-soql-sosl/guide/sforce-api-calls-soql-select-fields.html
 */
export function allFieldsOf({ sobject, where = '' }: Omit<Query, 'fields'>) {
  const condition = where === '' ? '' : `(${escapeTemplate(where)}) AND `;
  const select = `SELECT FIELDS(ALL) FROM ${sobject} WHERE ${condition}`;
  return {
    path: `${data}/query`,
    query: {
      q: filter(
        `SELECT FIELDS(ALL) FROM ${sobject} WHERE ${condition}{$page|plain} ORDER BY Id LIMIT {$page_size|plain}`,
      ),
    },
    paginate: {
      kind: 'keyset' as const,
      in: 'template' as const,
      parameter: 'q',
      fields: ['Id'],
      first: 'Id != null',
      after: `Id > '{Id}'`,
      pageSize: 200,
    },
    incremental: {
      kind: 'server_filter' as const,
      parameter: 'q',
      template: `${select}SystemModstamp >= {$since} AND {$page} ORDER BY Id LIMIT {$page_size}`,
      format: 'iso_s' as const,
      lookbackMs: lateMs,
    },
  };
}

/** The delete log of an object: the last 15 days, at most. */
export function deletionsOf(title: string, sobject: string): HttpObject {
  return listOf({
    title,
    docs: 'resources-getdeleted',
    key: 'id',
    schema: Deletion,
    path: `${data}/sobjects/${sobject}/deleted/`,
    recordsPath: 'deletedRecords',
    paginate: { kind: 'none' },
    incremental: {
      kind: 'time_window',
      from: 'start',
      to: 'end',
      format: 'iso_s',
      lookbackMs: lateMs,
      spanMs: 15 * 86_400_000,
      historyMs: 15 * 86_400_000 - 60_000,
    },
  });
}

interface Written {
  sobject: string;
  /** The field that records are found by before one is created. */
  findBy?: string;
}

/** A record that is deleted goes to the recycle bin for 15 days. @see https://developer.salesforce.com/docs/platform/api-rest/guide/dome-delete-record.md */
const remove = {
  effect: 'reversible',
  already: { status: 404, bodyIncludes: ['ENTITY_IS_DELETED'] },
} satisfies WriteDetails;

/** Writes records that have no external id: they are found by a field of theirs, or not at all. */
export function writesRecords({ sobject, findBy }: Written): HttpObject['operations'] {
  const path = `${data}/sobjects/${sobject}`;
  const written = { path, id: 'Id', record: `${path}/{Id}`, targetIdPath: 'id' };
  if (findBy === undefined) return writesAt({ ...written, remove, only: ['create', 'update', 'delete'] });
  const find = {
    path: `${data}/query`,
    query: { q: filter(`SELECT Id, ${findBy} FROM ${sobject} WHERE ${findBy} = {${findBy}|soql}`) },
    recordsPath: 'records',
    idPath: 'Id',
    paginate: { kind: 'next_url', path: 'nextRecordsUrl', endPath: 'done' },
    ignoresCase: true,
  } as const;
  return writesAt({ ...written, remove, find });
}

/**
 * Writes records by an external id: Salesforce creates the one that is not there, and changes the one that is. A second
 * request finds the record of the first.
 */
export function writesByExternalId(sobject: string, field: string): HttpObject['operations'] {
  const path = `${data}/sobjects/${sobject}`;
  const byExternalId = idempotent(`PATCH ${path}/${field}/{${field}}`, { targetIdPath: 'id' });
  return {
    create: byExternalId,
    upsert: byExternalId,
    update: idempotent({ method: 'PATCH', path: `${path}/${field}/{${field}}`, query: { updateOnly: 'true' } }),
    delete: idempotent(`DELETE ${path}/${field}/{${field}}`, remove),
  };
}

/** Writes records by their ids alone. */
export function writesById(sobject: string): HttpObject['operations'] {
  const path = `${data}/sobjects/${sobject}`;
  return {
    create: nonIdempotent(`POST ${path}`, { targetIdPath: 'id' }),
    update: idempotent(`PATCH ${path}/{Id}`),
    delete: idempotent(`DELETE ${path}/{Id}`, remove),
  };
}
