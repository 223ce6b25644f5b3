import type { AnyObject, Connector } from '../../connectors/kit/connector.ts';
import type { TableObject } from '../../connectors/kit/object-types.ts';
import { describeObject } from '../../connectors/kit/describe-object.ts';
import { joinPath } from '../../connectors/drivers/shared/discover/field-path.ts';
import type { HttpWrite, RequestTemplate } from '../../connectors/kit/http/operations.ts';
import { toJsonSchema } from '../../connectors/kit/json-schema.ts';
import { withMember } from '../../connectors/drivers/http/exchange/members.ts';
import { toJsonObject } from '../../connectors/kit/type-guards.ts';
import { listHoles, parseTemplate } from '../../connectors/kit/template.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { compileReader } from '../../core/path-readers.ts';
import type { Effect, WriteOperation } from '../../core/records.ts';
import { type Contract, loadContract } from '../../tools/contract/contract.ts';
import { listUses, type OperationUse } from '../../tools/contract/operation-uses.ts';
import { sampleForms } from '../../tools/contract/sample-forms.ts';
import { sampleSchema } from '../../tools/contract/sample-schema.ts';
import type { Handler } from './behaviour/mock-vendor.ts';
import { placeAt } from './encode-document.ts';
import { sampleEffect, sampleId } from './plan-samples.ts';

/** A write as somebody sets it up who read the vendor's pages: what it requires, and some more of what it takes. */
export interface OrdinaryWrite {
  /** `devices.create` */
  id: string;
  object: string;
  operation: Exclude<WriteOperation, 'delete'>;
  matchOn: string[];
  /** The record that is mapped, member by member. */
  record: JsonObject;
  /** Of HTTP, the use of the vendor's description. */
  use: OperationUse | undefined;
}

const operations = ['create', 'update', 'upsert'] as const;

/** Members that are mapped, where there are as many. */
const membersMin = 4;

/** Every write of every declared object of a connector. */
export function listOrdinaryWrites(connector: Connector): OrdinaryWrite[] {
  const objects: Readonly<Record<string, AnyObject>> = connector.objects;
  const contract = connector.transport === 'http' ? loadContract(connector.id) : undefined;
  const uses = connector.transport === 'http' ? listUses(connector) : [];
  return Object.entries(objects).flatMap(([object, declared]) =>
    'table' in declared
      ? []
      : operations
          .filter((operation) => declared.operations[operation] !== undefined)
          .map((operation) => toOrdinaryWrite({ connector, contract, uses }, { object, declared, operation })),
  );
}

type Named = Pick<OrdinaryWrite, 'object' | 'operation'> & { declared: Exclude<AnyObject, TableObject> };

/** A connector, and what its vendor says of the requests that it makes. */
interface Described {
  connector: Connector;
  contract: Contract | undefined;
  uses: readonly OperationUse[];
}

function toOrdinaryWrite(described: Described, named: Named): OrdinaryWrite {
  const { object, operation, declared } = named;
  const id = `${object}.${operation}`;
  const use = described.uses.find((one) => one.id === id);
  const declaration = sampleDeclared(named);
  // What a write declares itself stands beside what its vendor says, and may leave members out.
  const sampled = pickKnown(sampleDescribed(described, id), declaration.known);
  const { required, full } = { required: { ...declaration.required, ...sampled.required }, full: sampled.full };
  const asked = use?.call.kind === 'write' ? listAsked(use.call.write, operation) : [];
  // Of a driver's objects, nothing but the record itself says which one is meant.
  const key = (declared.key ?? []).filter((path) => asked.includes(path) || (use === undefined && isByKey(named)));
  const keyed = key.reduce((made, path) => withMember(made, path, compileReader(path)(made) ?? sampleId), required);
  const record = withSome(withSome(keyed, full), declaration.full);
  return { id, object, operation, matchOn: chooseMatch(described.connector, named, record, use), record, use };
}

/** True for a change that its integration names no match fields for. */
function isByKey({ declared, operation }: Named): boolean {
  const write = declared.operations[operation];
  return (
    write !== undefined &&
    'promise' in write &&
    write.promise.identity === 'match' &&
    write.promise.matchOn === 'unused'
  );
}

interface Samples {
  required: JsonObject;
  full: JsonObject;
}

/** The record that the vendor's description asks for. A change of known records has a description of its own. */
function sampleDescribed({ contract, uses }: Described, id: string): Samples | undefined {
  const changed = id.endsWith('.update') ? uses.find((one) => one.id === `${id}/update`) : undefined;
  const use = changed ?? uses.find((one) => one.id === id);
  const described = contract?.operations[contract.uses[use?.id ?? ''] ?? ''];
  if (contract === undefined || described === undefined || use?.call.kind !== 'write') return undefined;
  const { write, operation } = use.call;
  const sample = (variant: 'required' | 'full'): JsonObject =>
    sampleEffect({ write, request: use.request, operation, variant }, contract, described).body;
  return { required: sample('required'), full: sample('full') };
}

/** What the connector declares of records, but for their key: the system assigns it, unless the write asks for it. */
function sampleDeclared({ declared, operation }: Named): Samples & { known: ReadonlySet<string> | undefined } {
  const write = declared.operations[operation];
  const own = write !== undefined && 'promise' in write ? write.promise.schema : write?.schema;
  const schema = own ?? declared.schema;
  if (schema === undefined) return { required: {}, full: {}, known: undefined };
  const { additionalProperties, properties } = toJsonSchema(schema);
  const isClosed = own !== undefined && additionalProperties === false;
  const known = isClosed ? new Set(Object.keys(toJsonObject(properties ?? {}))) : undefined;
  const sample = (variant: 'required' | 'full'): [string, Json][] =>
    Object.entries(toJsonObject(sampleSchema(toJsonSchema(schema), { schemas: {}, variant })));
  const full = sample('full').filter(([name]) => declared.key?.includes(name) !== true);
  const required = own === undefined ? [] : sample('required');
  return { required: Object.fromEntries(required), full: Object.fromEntries(full), known };
}

/** The members that a write takes; all of them where it does not say. */
function pickKnown({ required, full }: Samples = { required: {}, full: {} }, known?: ReadonlySet<string>): Samples {
  const pick = (record: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(record).filter(([name]) => known?.has(name) ?? true));
  return { required: pick(required), full: pick(full) };
}

/** A record with as many more members as an ordinary one has. */
function withSome(record: JsonObject, full: JsonObject): JsonObject {
  const further = Object.entries(full).filter(([name, value]) => !Object.hasOwn(record, name) && isPlain(value));
  return { ...record, ...Object.fromEntries(further.slice(0, Math.max(0, membersMin - Object.keys(record).length))) };
}

/** Match fields where they have to be named: what the look-up asks for, or any field that the system does not assign. */
function chooseMatch(
  connector: Connector,
  { object, operation, declared }: Named,
  record: JsonObject,
  use: OperationUse | undefined,
): string[] {
  const { config } = sampleForms(connector);
  const request = { config, object, options: {}, role: 'target', operation } as const;
  const described = describeObject(connector, { ...request, matchOn: ['any'] });
  if (!described.ok || described.description.operations[operation]?.matchOn !== 'required') return [];
  const asked = use?.call.kind === 'write' ? listFound(use.call.write) : [];
  const others = Object.keys(record).filter((name) => declared.key?.includes(name) !== true && isPlain(record[name]));
  return asked.length > 0 ? asked : others.slice(0, 1);
}

function listFound({ idempotency }: HttpWrite): string[] {
  return idempotency.kind === 'find' ? listHolesOf([idempotency.request]) : [];
}

/** Fields of the record that requests of a write name. What is there already is changed by an update only. */
function listAsked({ request, update }: HttpWrite, operation: WriteOperation): string[] {
  return listHolesOf(update === undefined || operation !== 'update' ? [request] : [request, update]);
}

function listHolesOf(requests: readonly RequestTemplate[]): string[] {
  const texts = requests.flatMap(({ path, query, bodyFields = {} }) => [
    path,
    ...Object.values(query),
    ...Object.values(bodyFields),
  ]);
  return texts.flatMap((text) => listHoles(parseTemplate(text))).filter((name) => !/^(?:\$|config\.)/.test(name));
}

function isPlain(value: Json | undefined): boolean {
  return value !== null && value !== undefined && typeof value !== 'object';
}

/**
 * The tests that run the writes of objects whose system speaks no HTTP, by connector: on servers of their own, which a mock would
 * have to imitate.
 */
export const runElsewhere: Readonly<Record<string, readonly { file: string; title: string }[]>> = {
  active_directory: [
    adTest('creates users, groups and computers without match fields, each once'),
    adTest('disables a user and keeps the other bits of the account'),
    adTest('writes groups with their members, and computers'),
  ],
  email: [{ file: 'connectors/email/email.test.ts', title: 'sends records as messages that their ids name' }],
  snmp: ['sets scalars', 'sets cells of the rows that records name'].map((title) => ({
    file: 'connectors/snmp/snmp.test.ts',
    title,
  })),
};

function adTest(title: string): { file: string; title: string } {
  return { file: 'connectors/active_directory/active-directory.test.ts', title };
}

/**
 * Answers as a vendor would of whom no description tells: a look-up finds what is to be there, and what is sent is taken as it is.
 *
 * @param known What of the record the vendor has already, for an update.
 */
export function answerPlainly(
  use: OperationUse | undefined,
  { body, operation }: Pick<Effect, 'body' | 'operation'>,
  known: JsonObject,
): Handler {
  if (use?.call.kind !== 'write') throw new Error('Only writes are answered.');
  const { idempotency, targetIdPath = 'id' } = use.call.write;
  const made = JSON.stringify(placeAt(body, targetIdPath, sampleId));
  if (idempotency.kind !== 'find') return () => ({ body: made });
  const { recordsPath = '$', paginate } = idempotency;
  const records = operation === 'create' ? [] : [placeAt(known, targetIdPath, sampleId)];
  const page = placeAt({}, recordsPath, records);
  const totalPath = paginate?.kind === 'offset' ? paginate.totalPath : undefined;
  const found = JSON.stringify(totalPath === undefined ? page : placeAt(page, totalPath, records.length));
  return ({ method }) => ({ body: method === idempotency.request.method ? found : made });
}

/** A rule for each member of the record, and of the objects in it. */
export function toMapping(record: JsonObject, within = ''): { to: string; from: string }[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const path = joinPath(within, name);
    const isNested = isJsonObject(value) && Object.keys(value).length > 0;
    return isNested ? toMapping(value, path) : [{ to: path, from: path }];
  });
}
