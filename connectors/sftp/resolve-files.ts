import type { FileObject, ObjectRequest, Resolved } from '../kit/object-types.ts';
import type { Format } from '../kit/http/operations.ts';
import { filePromise } from '../kit/sftp/operations.ts';
import { isTemplate, listHoles, parseTemplate } from '../kit/template.ts';
import { sourceOptions } from './options.ts';

/** Builds an object from a file, a folder (which ends with `/`) or, for writing, a template of file names. */
export function resolveFiles(request: ObjectRequest): Resolved<FileObject> {
  return request.role === 'source' ? resolveSource(request) : resolveTarget(request);
}

function resolveSource({ object, options }: ObjectRequest): Resolved<FileObject> {
  const given = sourceOptions.parse(options);
  const kind = object.endsWith('/') ? 'folder' : 'file';
  const read = { kind, path: object, nameEnding: given.name_ending, pageSize: given.page_size } as const;
  if (given.read === 'listing') {
    if (given.incremental) return { ok: false, problems: [listedWhole] };
    const list = { ...read, kind: 'folder', format: undefined } as const;
    return { ok: true, object: { driver: 'sftp', title: `Files in ${object}`, key: ['name'], operations: { list } } };
  }
  const format = toFormat(given, given.name_ending ?? object);
  if (format === undefined) {
    const isXml = (given.format ?? formatOfName(given.name_ending ?? object)) === 'xml';
    const message = isXml ? 'Say where the records are.' : 'The name does not tell the format of the files.';
    return {
      ok: false,
      problems: [{ path: isXml ? 'options.records_path' : 'options.format', code: 'required', message }],
    };
  }
  const incremental = given.incremental ? { overlapMs: given.overlap_seconds * 1000 } : undefined;
  return {
    ok: true,
    object: { driver: 'sftp', title: object, operations: { list: { ...read, format, incremental } } },
  };
}

const listedWhole = {
  path: 'options.incremental',
  code: 'unsupported',
  message: 'A list of files is read whole: it costs one call. Leave `incremental` out, or read `records`.',
};

function toFormat(given: ReturnType<typeof sourceOptions.parse>, name: string): Format | undefined {
  const kind = given.format ?? formatOfName(name);
  const recordsPath = given.records_path;
  switch (kind) {
    case 'csv':
      return { kind, ...given.csv };
    case 'ndjson':
      return { kind };
    case 'json':
      return { kind, recordsPath };
    case 'xml':
      return recordsPath === undefined ? undefined : { kind, recordsPath };
    case undefined:
      return undefined;
  }
}

function formatOfName(name: string): 'json' | 'ndjson' | 'csv' | 'xml' | undefined {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  if (ending === 'csv' || ending === 'json' || ending === 'ndjson' || ending === 'xml') return ending;
  return ending === 'jsonl' ? 'ndjson' : undefined;
}

function resolveTarget({ object }: ObjectRequest): Resolved<FileObject> {
  const holes = isTemplate(object) ? listHoles(parseTemplate(object)) : [];
  const isInside = !object.split('/').some((segment) => segment === '.' || segment === '..');
  if (holes.length === 0 || !isInside || object.endsWith('/')) {
    const message = 'The path names the record by its fields: `people/{id}.json`.';
    return { ok: false, problems: [{ path: 'object', code: 'invalid_value', message }] };
  }
  const write = { promise: filePromise, path: object };
  const operations = { update: write, upsert: write, delete: write };
  return { ok: true, object: { driver: 'sftp', title: object, key: holes, operations } };
}
