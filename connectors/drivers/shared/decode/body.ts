import { isJsonObject, type Json, type JsonObject } from '../../../../core/json.ts';
import { compileReader } from '../../../../core/path-readers.ts';
import type { CsvFormat, Format } from '../../../kit/http/operations.ts';
import { decodeHeader, decodeRows } from './csv.ts';
import { decodeJson, pickRecords } from './json.ts';
import { decodeNdjson } from './ndjson.ts';
import { toText } from './text.ts';
import { decodeXml } from './xml.ts';

/** A whole body, decoded. */
export interface DecodedBody {
  records: JsonObject[];
  /** The body as one value, for formats with one document. Pagination reads its cursors from it. */
  document: Json | undefined;
}

/**
 * Decodes a complete response.
 *
 * @param known The parsed JSON body, if it was read before.
 * @throws {FaultError} when it does not have its format.
 */
export function decodeBody(bytes: Buffer, format: Format, known?: Json): DecodedBody {
  switch (format.kind) {
    case 'json': {
      const document = known ?? decodeJson(toText(bytes));
      return { records: pickRecords(document, format), document };
    }
    case 'xml': {
      const document = decodeXml(toText(bytes), format);
      const found = compileReader(format.recordsPath)(document);
      const records = Array.isArray(found) ? found : found === undefined || found === '' ? [] : [found];
      return { records: records.filter(isJsonObject), document };
    }
    case 'ndjson':
      return { records: decodeNdjson(toText(bytes), 1), document: undefined };
    case 'csv':
      return { records: decodeCsv(toText(bytes, format.encoding), format), document: undefined };
  }
}

function decodeCsv(whole: string, format: CsvFormat): JsonObject[] {
  if (format.columns !== undefined) return decodeRows(whole, format.columns, format);
  const text = whole.replace(/^\s+/, '');
  const end = findRowEnd(text, format.quote);
  return decodeRows(text.slice(end), decodeHeader(text.slice(0, end), format), format);
}

/** Where the first row ends: at the first line break outside quotes. */
function findRowEnd(text: string, quote: string | null): number {
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === quote) quoted = !quoted;
    else if (text[at] === '\n' && !quoted) return at + 1;
  }
  return text.length;
}
