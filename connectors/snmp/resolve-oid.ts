import type { ObjectRequest, Resolved, SnmpObject } from '../kit/object-types.ts';
import { isOid } from '../kit/snmp/oid.ts';
import { type Columns, setPromise, type SnmpWrite } from '../kit/snmp/operations.ts';
import { sourceOptions, targetOptions } from './options.ts';

/** Builds an object from an identifier and the fields named below it. */
export function resolveOid(request: ObjectRequest): Resolved<SnmpObject> {
  const root = request.object.replace(/^\./, '');
  if (!isOid(root)) {
    const message = 'This is not an object identifier in numbers: 1.3.6.1.2.1.2.2.1 is the entry of the interfaces.';
    return refuse('object', 'invalid_value', message);
  }
  return request.role === 'source' ? resolveSource(root, request) : resolveTarget(root, request);
}

function resolveSource(root: string, { options }: ObjectRequest): Resolved<SnmpObject> {
  const { read, columns: given, page_size: pageSize } = sourceOptions.parse(options);
  if (read === 'subtree') {
    const list = { kind: read, root, pageSize };
    return { ok: true, object: { driver: 'snmp', title: `Below ${root}`, key: ['oid'], operations: { list } } };
  }
  const columns = toColumns(root, given);
  const problem = checkColumns(columns);
  if (problem !== undefined) return problem;
  if (read === 'scalars') {
    return { ok: true, object: { driver: 'snmp', title: root, operations: { list: { kind: read, columns } } } };
  }
  const list = { kind: read, columns, pageSize };
  return { ok: true, object: { driver: 'snmp', title: `Table ${root}`, key: ['index'], operations: { list } } };
}

function resolveTarget(root: string, { options }: ObjectRequest): Resolved<SnmpObject> {
  const { write: kind, columns: given, row_status: status } = targetOptions.parse(options);
  const columns = toColumns(root, given);
  const problem = checkColumns(columns);
  if (problem !== undefined) return problem;
  if (kind === 'scalars') {
    if (status !== undefined) return refuse('options.row_status', 'invalid_value', 'Scalars have no rows.');
    const update = { kind, columns, promise: setPromise };
    return { ok: true, object: { driver: 'snmp', title: root, operations: { update } } };
  }
  const rowStatus = status === undefined ? undefined : `${root}.${status}`;
  const write: SnmpWrite = { kind, columns, rowStatus, promise: setPromise };
  const operations = rowStatus === undefined ? { update: write } : { update: write, upsert: write, delete: write };
  return { ok: true, object: { driver: 'snmp', title: `Table ${root}`, key: ['index'], operations } };
}

function toColumns(root: string, given: Columns = {}): Columns {
  return Object.fromEntries(
    Object.entries(given).map(([name, { oid, type }]) => [name, { oid: `${root}.${oid}`, type }]),
  );
}

function checkColumns(columns: Columns): Resolved<SnmpObject> | undefined {
  if (Object.keys(columns).length === 0) return refuse('options.columns', 'required', 'Name the fields of a record.');
  if (!Object.hasOwn(columns, 'index')) return undefined;
  return refuse('options.columns', 'invalid_value', 'A record has the index of its row as `index` already.');
}

function refuse(path: string, code: string, message: string): Resolved<SnmpObject> {
  return { ok: false, problems: [{ path, code, message }] };
}
