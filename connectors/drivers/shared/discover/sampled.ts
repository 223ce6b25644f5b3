import type { DiscoveredObject, Discovery, ReadableEnd } from '../../../../core/connection-requests.ts';
import { ConnectorError } from '../../../../core/connector-error.ts';
import type { RecordSource } from '../../../../core/records.ts';
import type { Connector } from '../../../kit/connector.ts';
import { describeObject } from '../../../kit/describe-object.ts';
import type { SourceRequest } from '../session.ts';
import { boundDiscovery } from './bound.ts';
import { listDeclared } from './declared.ts';
import { fieldsOfRecords } from './fields-of-records.ts';

/** Maximum objects to sample per discovery, and records per object. */
const sampledMax = 20;
const recordsMax = 50;

/**
 * Completes declared objects by sampling: for declared objects without a schema and for the given ends, the fields
 * are those of a first page.
 *
 * An object that cannot be read is listed without fields; where none of several can be, the last failure is thrown.
 */
export async function discoverBySampling(
  connector: Connector,
  config: ReadableEnd['options'],
  openSource: (request: SourceRequest) => RecordSource,
  ends: readonly ReadableEnd[],
  signal: AbortSignal,
): Promise<Discovery> {
  const declared = listDeclared(connector, config);
  const known = new Set(declared.map(({ id }) => id));
  const named = ends.flatMap((end) => (known.has(end.object) ? [] : describeEnd(connector, config, end)));
  const wanted = [
    ...declared.map((object) => ({ object, options: {} })),
    ...named.map(({ object, end }) => ({ object, options: end.options })),
  ];
  const found: DiscoveredObject[] = [];
  let [reads, failures, last] = [0, 0, undefined as unknown];
  for (const { object, options } of wanted) {
    if (object.fields !== undefined || !object.operations.includes('list') || reads >= sampledMax) {
      found.push(object);
      continue;
    }
    reads += 1;
    try {
      const page = await openSource({ object: object.id, options, recordsMax }).readPage(null, signal);
      found.push({ ...object, fields: fieldsOfRecords(page.records.slice(0, recordsMax)), fields_from: 'sample' });
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      [failures, last] = [failures + 1, error];
      found.push(object);
    }
  }
  if (failures > 0 && failures === reads) throw last;
  return boundDiscovery(found);
}

function describeEnd(
  connector: Connector,
  config: ReadableEnd['options'],
  end: ReadableEnd,
): { object: DiscoveredObject; end: ReadableEnd }[] {
  const described = describeObject(connector, { ...end, config, role: 'source' });
  if (!described.ok) return [];
  const { id, title, key, operations } = described.description;
  const object = { id, title, ...(key === undefined ? {} : { key: [...key] }), operations: Object.keys(operations) };
  return [{ object, end }];
}
