import { answerBytesMax, type RequestResult } from '../../core/connection-requests.ts';
import { ConnectorError } from '../../core/connector-error.ts';
import type { JsonObject } from '../../core/json.ts';
import { nestsDeeper, recordDepthMax } from '../../core/json/nests-deeper.ts';
import { listNearest } from '../../core/names/suggest.ts';
import { compileGetter } from '../../core/path-readers.ts';
import { parsePath } from '../../core/paths.ts';
import { scrubRecord } from '../../core/telemetry/scrub.ts';
import { createMask } from '../../runs/mask-sensitive.ts';
import type { HandlerContext } from './handler-context.ts';
import { messages } from '../../core/messages.ts';

/** Finds records by the values of a field, for trying an enrichment; as many as an answer may hold. */
export async function find({
  session,
  serviceType,
  connector,
  input,
  signal,
}: HandlerContext<'find'>): Promise<RequestResult<'find'>> {
  const { object, options, key, values, fields, masked } = input;
  const isAsked = masked === true;
  const finder = session.openFinder?.({ object, options, key, tellsRefusals: isAsked });
  if (finder === undefined) {
    const place = { connectorId: serviceType, operation: 'find' };
    throw new ConnectorError('unsupported', messages.recordsNotFindable, place);
  }
  const found = await finder.find(values, signal);
  if (isAsked && lackKey(found, key)) {
    const place = { connectorId: serviceType, operation: 'find' };
    const known = new Set(found.flatMap((record) => Object.keys(record)));
    const missing = { of: 'key', known: listNearest(key, known) } as const;
    throw new ConnectorError('config', messages.recordsLackKey({ key }), { ...place, missing });
  }
  const scrub = session.createScrub();
  const show = isAsked ? createMask(connector, object) : (record: JsonObject) => record;
  const records: JsonObject[] = [];
  let bytes = 0;
  for (const record of found) {
    if (nestsDeeper(record, recordDepthMax)) {
      const message = messages.recordTooDeep({ max: recordDepthMax });
      throw new ConnectorError('schema_drift', message, { connectorId: serviceType, operation: 'find' });
    }
    const wanted = scrubRecord(show(fields === undefined ? record : pick(record, fields)), scrub);
    bytes += Buffer.byteLength(JSON.stringify(wanted));
    if (bytes > answerBytesMax) return { records, more: true };
    records.push(wanted);
  }
  return { records, more: false };
}

/** Systems answer with any records where they do not know the field: what was found by it has it. */
function lackKey(found: readonly JsonObject[], key: string): boolean {
  const parsed = parsePath(key);
  if (!parsed.ok || found.length === 0) return false;
  const read = compileGetter(parsed.path);
  return found.every((record) => read(record) === undefined);
}

function pick(record: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([name]) => fields.includes(name)));
}
