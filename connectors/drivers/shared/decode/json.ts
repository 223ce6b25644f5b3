import { isJsonObject, type Json, type JsonObject } from '../../../../core/json.ts';
import { compileReader } from '../../../../core/path-readers.ts';
import { type Fault, FaultError } from '../../../kit/fault.ts';
import { parseJson } from '../../../kit/type-guards.ts';
import { messages } from '../../../../core/messages.ts';

/** @throws {FaultError} when the text is not JSON. */
export function decodeJson(text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof FaultError) throw error;
    // Checking long numbers recurses once per level of nesting.
    throw new FaultError(error instanceof RangeError ? tooDeep : notJson(text));
  }
}

const tooDeep: Fault = { kind: 'schema_drift', message: 'The response is nested too deeply.' };

function notJson(text: string): Fault {
  const start = text.trimStart();
  if (start.startsWith('<')) {
    return {
      kind: 'schema_drift',
      message: messages.webPageReturned({ format: 'JSON' }),
    };
  }
  // Probably truncated in transit: a repeated call may succeed.
  if (start.startsWith('{') || start.startsWith('[')) {
    return { kind: 'transient', message: 'The response is incomplete JSON.' };
  }
  return { kind: 'schema_drift', message: 'The response is not JSON.' };
}

interface RecordsPlace {
  /** Path to the list or map of records. Absent: the document is the list. `$`: the document is a single record. */
  recordsPath?: string | undefined;
  /** For a map of records by key, the field that takes the key. */
  keyField?: string | undefined;
  /** A missing list means no records. */
  optional?: boolean | undefined;
}

/**
 * Extracts the records from a document.
 *
 * @throws {FaultError} `config` or `schema_drift` when no records are there.
 */
export function pickRecords(document: Json, { recordsPath, keyField, optional }: RecordsPlace): JsonObject[] {
  const found = recordsPath === undefined ? document : compileReader(recordsPath)(document);
  if (optional === true && (found === undefined || found === null)) return [];
  if (Array.isArray(found))
    return found.every(isJsonObject) ? found : found.filter((item) => item !== null).map(toRecord);
  if (isJsonObject(found)) {
    if (keyField !== undefined) {
      return Object.entries(found).map(([key, value]) => ({ [keyField]: key, ...toRecord(value) }));
    }
    if (recordsPath !== undefined) return [found];
    throw new FaultError({
      kind: 'config',
      message: `The response is an object; set records_path (in a definition, recordsPath) to the path of its records, or to $ where it is one record itself. It has ${listMembers(found)}.`,
    });
  }
  throw new FaultError({ kind: 'schema_drift', message: 'The response has no list of records at the expected path.' });
}

/** Lists of plain values become records with one field. Nulls are skipped. */
function toRecord(value: Json): JsonObject {
  return isJsonObject(value) ? value : { value };
}

function listMembers(document: JsonObject): string {
  const names = Object.keys(document).slice(0, 10);
  return names.length === 0 ? 'no members' : `the members ${names.join(', ')}`;
}
