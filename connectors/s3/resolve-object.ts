import { reads, writes } from '../kit/http/complete-operations.ts';
import type { HttpObject, ObjectRequest, Resolved } from '../kit/object-types.ts';
import type { Format } from '../kit/http/operations.ts';
import { encodeStrictly, escapeTemplate, isTemplate, listHoles, parseTemplate } from '../kit/template.ts';
import { listing, toListing } from './listing.ts';
import { type SourceOptions, sourceOptions, targetOptions } from './options.ts';

/** Builds an object from a key, a prefix (which ends with `/` or `*`) or, for writing, a template of keys. */
export function resolveObject(request: ObjectRequest): Resolved<HttpObject> {
  return request.role === 'source' ? resolveSource(request) : resolveTarget(request);
}

function resolveSource({ object, options }: ObjectRequest): Resolved<HttpObject> {
  const given = sourceOptions.parse(options);
  const isPrefix = object.endsWith('/') || object.endsWith('*');
  const prefix = object === '/' ? '' : object.replace(/\*$/, '');
  if (given.read === 'listing') {
    if (given.incremental) return { ok: false, problems: [listedWhole] };
    const list = reads({ ...listing(isPrefix ? prefix : object, given.page_size), shape: toListing });
    return { ok: true, object: { title: `Objects under ${object}`, key: ['key'], operations: { list } } };
  }
  const format = toFormat(given, object);
  if (format === undefined) {
    const message = 'The name does not tell the format of the objects.';
    return {
      ok: false,
      problems: [{ path: 'options.format', code: 'required', message, allowed: ['json', 'ndjson', 'csv'] }],
    };
  }
  const { page_size: pageSize, key_ending: ending } = given;
  // One object is asked for in the list as well, which tells whether it changed.
  const list =
    isPrefix || given.incremental
      ? reads({
          kind: 'folder',
          list: listing(isPrefix ? prefix : object, 1000),
          namePath: 'Key',
          nameEndings: ending === undefined || !isPrefix ? undefined : [ending],
          only: isPrefix ? undefined : object,
          incremental: given.incremental ? changes : undefined,
          request: { method: 'GET', path: '/{+entry.Key}' },
          format,
          pageSize,
        })
      : reads({ kind: 'file', request: { method: 'GET', path: toPath(object) }, format, pageSize });
  return { ok: true, object: { title: isPrefix ? `Records under ${object}` : object, operations: { list } } };
}

/**
 * The tag is one of the content alone. With it, the size, for what writes tags that say less.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_Object.html
 */
const changes = { versionPaths: ['ETag', 'Size'], timePath: 'LastModified' };

const listedWhole = {
  path: 'options.incremental',
  code: 'unsupported',
  message: 'A list of objects is read whole. Leave `incremental` out, or read `records`.',
};

function toFormat(
  { format, records_path: recordsPath, csv, key_ending: ending }: SourceOptions,
  object: string,
): Format | undefined {
  const kind = format ?? formatOfName(ending ?? object);
  switch (kind) {
    case 'csv':
      return { kind, ...csv };
    case 'ndjson':
      return { kind };
    case 'json':
      return { kind, recordsPath };
    case undefined:
      return undefined;
  }
}

function formatOfName(name: string): 'json' | 'ndjson' | 'csv' | undefined {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  if (ending === 'csv' || ending === 'json' || ending === 'ndjson') return ending;
  return ending === 'jsonl' ? 'ndjson' : undefined;
}

function resolveTarget({ object, options }: ObjectRequest): Resolved<HttpObject> {
  const key = targetOptions.parse(options).key ?? object;
  const isUsable = isTemplate(key) && listHoles(parseTemplate(key)).length > 0;
  if (!isUsable) {
    const message = 'The key names the record by its fields: `people/{id}.json`.';
    return { ok: false, problems: [{ path: 'object', code: 'invalid_value', message }] };
  }
  const path = toPathTemplate(key);
  const idempotency = { kind: 'put_by_key' } as const;
  const write = writes({ request: { method: 'PUT', path }, keepsKey: true, idempotency });
  // What is not there is deleted all the same. @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObject.html
  const remove = writes({ request: { method: 'DELETE', path }, idempotency, effect: 'destructive' });
  return { ok: true, object: { title: key, operations: { update: write, upsert: write, delete: remove } } };
}

/** A key as the path of an address; slashes stay. */
function toPath(key: string): string {
  return `/${key.split('/').map(encodeStrictly).join('/')}`;
}

/** The same for a template of keys: its own text is encoded here, the values of its holes when they are filled. */
function toPathTemplate(key: string): string {
  const parts = parseTemplate(key).parts.map((part) => {
    if (typeof part !== 'string')
      return `{${part.keepsSlashes ? '+' : ''}${part.name}${part.language === undefined ? '' : `|${part.language}`}}`;
    return escapeTemplate(part.split('/').map(encodeStrictly).join('/'));
  });
  return `/${parts.join('')}`;
}
