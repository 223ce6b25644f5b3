import { toPlainText } from '../../connectors/kit/type-guards.ts';
import type { Format } from '../../connectors/kit/http/operations.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { compileReader } from '../../core/path-readers.ts';
import { parseValuePath } from '../../core/paths.ts';

/** Puts records into an answer's document where a format looks for them. */
export function placeRecords(document: Json, format: Format, records: readonly JsonObject[]): Json {
  switch (format.kind) {
    case 'json': {
      const { keyField } = format;
      const list =
        keyField === undefined
          ? toElements(compileReader(format.recordsPath ?? '$')(document), records)
          : Object.fromEntries(records.map(({ [keyField]: key, ...rest }) => [toPlainText(key), rest]));
      return placeAt(document, format.recordsPath ?? '$', list);
    }
    case 'xml':
      return placeAt(document, format.recordsPath, [...records]);
    case 'ndjson':
    case 'csv':
      return [...records];
  }
}

/** Where the document lists plain values, each of them is the one field of its record. */
function toElements(sampled: Json | undefined, records: readonly JsonObject[]): Json[] {
  const isPlain = Array.isArray(sampled) && sampled.length > 0 && !sampled.some(isJsonObject);
  return isPlain && records.every(({ value }) => value !== undefined)
    ? records.map(({ value = null }) => value)
    : [...records];
}

/** A copy of a document with a value at a path; objects on the way there are made. */
export function placeAt(document: Json, path: string, value: Json): Json {
  const [segment, ...rest] = parseValuePath(path) ?? [];
  if (segment === undefined) return value;
  return placeIn(document, [segment, ...rest], value);
}

function placeIn(document: Json | undefined, [segment, ...rest]: readonly (string | number)[], value: Json): Json {
  if (segment === undefined) return value;
  if (typeof segment === 'number') {
    const list = Array.isArray(document) ? [...document] : [];
    list[segment] = placeIn(list[segment], rest, value);
    return list;
  }
  const object = isJsonObject(document) ? document : {};
  return { ...object, [segment]: placeIn(object[segment], rest, value) };
}

/** Writes a document as a vendor would. */
export function encodeDocument(format: Format, document: Json): Buffer {
  const records = Array.isArray(document) ? document.filter(isJsonObject) : [];
  switch (format.kind) {
    case 'json':
      return Buffer.from(JSON.stringify(document));
    case 'ndjson':
      return Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    case 'csv':
      return Buffer.from(toCsv(records, format.delimiter));
    case 'xml':
      return Buffer.from(toXml(document));
  }
}

function toCsv(records: readonly JsonObject[], delimiter: string): string {
  const names = Object.keys(records[0] ?? {});
  const toCell = (value: Json | undefined): string => {
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
    return `"${text.replaceAll('"', '""')}"`;
  };
  const rows = records.map((record) => names.map((name) => toCell(record[name])));
  return [names.map(toCell), ...rows].map((row) => `${row.join(delimiter)}\n`).join('');
}

/** Members become elements, lists repeat theirs. */
function toXml(value: Json): string {
  if (!isJsonObject(value)) return toPlainText(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return Object.entries(value)
    .flatMap(([name, member]) =>
      (Array.isArray(member) ? member : [member]).map((one) => `<${name}>${toXml(one)}</${name}>`),
    )
    .join('');
}
