/** Documents of an index, a data stream, an alias or a pattern. */
import { z } from 'zod';
import { reads, writes } from '../kit/http/complete-operations.ts';
import type { HttpRead, HttpWrite } from '../kit/http/operations.ts';
import type { DynamicObjects, HttpObject } from '../kit/object-types.ts';
import type { WriteDetails } from '../kit/rest-writes.ts';
import { escapeTemplate } from '../kit/template.ts';
import type { JsonObject } from '../../core/json.ts';

const docsUrl = 'https://www.elastic.co/docs/reference/elasticsearch/rest-apis/paginate-search-results';

/** Names, patterns, and several of them with commas. @see https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-indices-create */
const sourceName = /^[a-z0-9.*-][a-z0-9._*-]{0,254}(?:,-?[a-z0-9.*][a-z0-9._*-]{0,254}){0,20}$/;
const targetName = /^[a-z0-9.][a-z0-9._-]{0,254}$/;
/** A member of documents, such as `event.id`, whose dots lead into objects. */
const fieldName = /^[A-Za-z_@][A-Za-z0-9_@-]*(?:\.[A-Za-z_@][A-Za-z0-9_@-]*)*$/;

const sourceOptions = z.strictObject({
  query: z.string().max(4000).optional().meta({
    title: 'Query',
    help: 'Which documents, in the syntax of query strings. Absent: all.',
    example: 'event.category:authentication AND event.outcome:failure',
  }),
  time_field: z.string().regex(fieldName, 'Must be the name of a date field: @timestamp.').optional().meta({
    title: 'Field of the time of change',
    help: 'A date field that every new or changed document gets a later value in. Absent: each run reads all documents.',
    example: 'event.ingested',
  }),
});

const targetOptions = z.strictObject({
  id_field: z
    .string()
    .regex(fieldName, 'Must be the name of a field: _id.')
    .default('_id')
    .meta({ title: 'Field of the id', help: 'Its value becomes `_id`: a second write replaces the document.' }),
});

/** A document, with what Elasticsearch calls it. `sort` and `_score` belong to the search. */
function toDocument({ sort: _sort, _score, ...document }: JsonObject): JsonObject {
  return document;
}

/**
 * All documents as they were when the read began: a point in time, and the page behind the last document.
 *
 * @see https://www.elastic.co/docs/reference/elasticsearch/rest-apis/paginate-search-results#search-after
 */
function listDocuments(index: string, { query, time_field: field }: z.output<typeof sourceOptions>): HttpRead {
  const conditions = query === undefined ? [{ match_all: {} }] : [{ query_string: { query } }];
  return reads({
    kind: 'pages',
    open: {
      request: { method: 'POST', path: `/${escapeTemplate(index)}/_pit`, query: { keep_alive: '5m' } },
      path: 'id',
    },
    request: {
      method: 'POST',
      path: '/_search',
      query: { allow_partial_search_results: 'false' },
      body: {
        pit: { keep_alive: '5m' },
        sort: [{ _shard_doc: 'asc' }],
        track_total_hits: false,
        query: { bool: { filter: conditions } },
      },
      bodyFields: { 'pit.id': '{$opened}' },
    },
    format: { kind: 'json', recordsPath: 'hits.hits' },
    // 10,000 at most in a page, `index.max_result_window`. An empty one is the last.
    paginate: { kind: 'search_after', sizeParameter: 'size', pageSize: 1000, emptyPageEnds: true },
    // A point in time that nothing asked for in five minutes.
    expired: { status: 404, bodyIncludes: ['search_context_missing_exception', 'No search context found'] },
    extract: { lift: ['_source'] },
    shape: toDocument,
    ...(field === undefined
      ? {}
      : {
          incremental: {
            kind: 'server_filter',
            parameter: `query.bool.filter[1].range["${field}"].gte`,
            in: 'body',
          },
        }),
  });
}

interface IndexTarget {
  index: string;
  idField: string;
}

/**
 * Many documents in a request, which is told the outcome of each.
 *
 * Requests are limited to 100 MB, `http.max_content_length`; the fewer bytes, the sooner they are answered.
 *
 * @see https://github.com/elastic/elasticsearch-specification/blob/main/specification/_global/bulk/BulkRequest.ts
 */
function bulkOf(
  kind: 'index' | 'update' | 'delete',
  { index, idField }: IndexTarget,
): Pick<WriteDetails, 'bulk' | 'batchMax'> {
  const action = { [`${kind}._id`]: `{${idField}}` };
  const lines = kind === 'update' ? { action, item: { doc: '{$record}' } } : { action };
  return {
    batchMax: 500,
    bulk: {
      request: { method: 'POST', path: `/${escapeTemplate(index)}/_bulk` },
      encoding: 'ndjson',
      // A deletion is its action alone.
      ...(kind === 'delete' ? { item: action } : lines),
      ...(idField === '_id' && kind !== 'delete' ? { omits: ['_id'] } : {}),
      itemsMax: 500,
      results: { list: 'items', statusPath: `${kind}.status`, messagePath: `${kind}.error.reason` },
    },
  };
}

/** One document by its address, or many in a request. @see https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-bulk */
function write(kind: 'index' | 'update', target: IndexTarget): HttpWrite {
  const { index, idField } = target;
  const at = escapeTemplate(index);
  return writes({
    ...bulkOf(kind, target),
    request:
      kind === 'index'
        ? { method: 'PUT', path: `/${at}/_doc/{${idField}}` }
        : { method: 'POST', path: `/${at}/_update/{${idField}}`, bodyFields: { doc: '{$record}' } },
    idempotency: { kind: 'put_by_key' },
    // `_id` is no field of a document; any other stays in it.
    ...(idField === '_id' ? {} : { keepsKey: true }),
  });
}

function writeDocuments(target: IndexTarget): HttpObject['operations'] {
  return {
    upsert: write('index', target),
    update: write('update', target),
    delete: writes({
      request: { method: 'DELETE', path: `/${escapeTemplate(target.index)}/_doc/{${target.idField}}` },
      idempotency: { kind: 'put_by_key' },
      ...bulkOf('delete', target),
      effect: 'destructive',
    }),
  };
}

export const documents: DynamicObjects<HttpObject> = {
  title: 'Documents',
  help: 'The name of an index, a data stream or an alias; to read, also a pattern, such as `logs-*`.',
  sourceOptions,
  targetOptions,
  resolve: ({ object, options, role }) => {
    const isName = (role === 'source' ? sourceName : targetName).test(object);
    if (!isName) {
      const message = 'Must be the name of an index, in lower case: logs-app or, to read, logs-*.';
      return { ok: false, problems: [{ path: 'object', code: 'invalid_value', message }] };
    }
    const facts = { title: object, docsUrl };
    if (role === 'source') {
      const list = listDocuments(object, sourceOptions.parse(options));
      return { ok: true, object: { ...facts, key: ['_index', '_id'], operations: { list } } };
    }
    const idField = targetOptions.parse(options).id_field;
    return { ok: true, object: { ...facts, key: [idField], operations: writeDocuments({ index: object, idField }) } };
  },
  examples: [
    {
      title: 'Read detection alerts since the last run',
      request: {
        config: { server_url: 'https://es.example.com:9200' },
        object: '.alerts-security.alerts-default',
        options: { query: 'kibana.alert.workflow_status:open', time_field: 'kibana.alert.last_detected' },
        role: 'source',
      },
    },
    {
      title: 'Index people under their employee number',
      request: {
        config: { server_url: 'https://es.example.com:9200' },
        object: 'people',
        options: { id_field: 'employee_number' },
        role: 'target',
      },
    },
  ],
};
