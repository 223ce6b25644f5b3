import { createMask } from '../../runs/mask-sensitive.ts';
import type { RequestResult } from '../../core/connection-requests.ts';
import { ConnectorError } from '../../core/connector-error.ts';
import { isJsonObject, type Json } from '../../core/json.ts';
import type { HandlerContext } from './handler-context.ts';
import { readRecords } from './read-records.ts';

/** Records of a page while something is looked for in them. */
const searchedMax = 100;

/**
 * Reads a few records for people to look at: sensitive fields masked, and the search sees no more than they do. Records that
 * cannot be shown are left out.
 *
 * @throws {ConnectorError} where none can be shown.
 */
export async function browse({
  session,
  serviceType,
  connector,
  input,
  signal,
}: HandlerContext<'browse'>): Promise<RequestResult<'browse'>> {
  const { object, options, limit, search } = input;
  const recordsMax = search === undefined ? limit : searchedMax;
  const wanted = search?.toLowerCase();
  const { records, unshown, more } = await readRecords(
    session.openSource({ object, options, recordsMax }),
    {
      limit,
      session,
      show: createMask(connector, object),
      ...(wanted === undefined ? {} : { matches: (record: Json) => holds(record, wanted) }),
    },
    signal,
  );
  const [first] = unshown;
  if (records.length > 0 || first === undefined) return { records, more };
  throw new ConnectorError('schema_drift', first.message, { connectorId: serviceType, operation: 'list' });
}

function holds(value: Json, wanted: string): boolean {
  if (value === null) return false;
  if (Array.isArray(value)) return value.some((item) => holds(item, wanted));
  if (isJsonObject(value)) return Object.values(value).some((member) => holds(member, wanted));
  return String(value).toLowerCase().includes(wanted);
}
