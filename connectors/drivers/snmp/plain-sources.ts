import { ObjectType, type Varbind } from 'net-snmp';
import type { JsonObject } from '../../../core/json.ts';
import type { RecordSource, SourcePage } from '../../../core/records.ts';
import { ask } from './ask.ts';
import { getFollowing, getValues } from './connection.ts';
import type { SnmpContext } from './context.ts';
import { belowOid } from '../../kit/snmp/oid.ts';
import type { ScalarsRead, SubtreeRead } from '../../kit/snmp/operations.ts';
import { toJson } from './values.ts';

const valuesMax = 40;

/** Reads all values below an identifier, in order. The identifier of the last value is the cursor. */
export function createSubtreeSource(context: SnmpContext, { root, pageSize }: SubtreeRead): RecordSource {
  return {
    async readPage(cursor, signal) {
      const records: JsonObject[] = [];
      let place: string | undefined = typeof cursor === 'string' ? cursor : root;
      while (place !== undefined && records.length < pageSize) {
        const count = Math.min(valuesMax, pageSize - records.length);
        const list = await readAfter(context, place, count, signal);
        const found = list.map((varbind) => toValue(root, varbind)).filter((record) => record !== undefined);
        records.push(...found);
        // After the subtree, agents continue with the next one.
        place = found.length === 0 || found.length < list.length ? undefined : list.at(-1)?.oid;
      }
      return toPage(records, place);
    },
  };
}

async function readAfter(
  context: SnmpContext,
  oid: string,
  count: number,
  signal: AbortSignal,
): Promise<readonly Varbind[]> {
  const [list = []] = await ask(context, (session) => getFollowing(session, [oid], count), signal);
  return list;
}

function toValue(root: string, varbind: Varbind): JsonObject | undefined {
  const value = toJson(varbind);
  if (value === undefined || belowOid(root, varbind.oid) === undefined) return undefined;
  return { oid: varbind.oid, type: ObjectType[varbind.type ?? ObjectType.Null] ?? '', value };
}

/** Reads objects of which there is one each; those that the agent lacks are left out. */
export function createScalarsSource(context: SnmpContext, { columns }: ScalarsRead): RecordSource {
  return {
    async readPage(_cursor, signal) {
      const fields = Object.entries(columns);
      const oids = fields.map(([, { oid }]) => `${oid}.0`);
      const values = await ask(context, (session) => getValues(session, oids), signal);
      const record: JsonObject = {};
      for (const [at, [name, { type }]] of fields.entries()) {
        const varbind = values[at];
        const value = varbind === undefined ? undefined : toJson(varbind, type);
        if (value !== undefined) record[name] = value;
      }
      return toPage([record], undefined);
    },
  };
}

function toPage(records: JsonObject[], next: string | undefined): SourcePage {
  return { records, bytes: Buffer.byteLength(JSON.stringify(records)), next };
}
