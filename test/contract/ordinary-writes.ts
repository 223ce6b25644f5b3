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
import type { WriteOperation } from '../../core/records.ts';
import { type Contract, loadContract } from '../../tools/contract/contract.ts';
import { listUses, type OperationUse } from '../../tools/contract/operation-uses.ts';
import { sampleForms } from '../../tools/contract/sample-forms.ts';
import { sampleSchema } from '../../tools/contract/sample-schema.ts';
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
  const { required, full } = sampleDescribed(described, id) ?? { required: declaration.required, full: {} };
  const asked = use?.call.kind === 'write' ? listAsked(use.call.write) : [];
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
function sampleDeclared({ declared, operation }: Named): Samples {
  const write = declared.operations[operation];
  const own = write !== undefined && 'promise' in write ? write.promise.schema : write?.schema;
  const schema = own ?? declared.schema;
  if (schema === undefined) return { required: {}, full: {} };
  const sample = (variant: 'required' | 'full'): [string, Json][] =>
    Object.entries(toJsonObject(sampleSchema(toJsonSchema(schema), { schemas: {}, variant })));
  const full = sample('full').filter(([name]) => declared.key?.includes(name) !== true);
  return { required: Object.fromEntries(own === undefined ? [] : sample('required')), full: Object.fromEntries(full) };
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

/** Fields of the record that requests of a write name. */
function listAsked({ request, update }: HttpWrite): string[] {
  return listHolesOf(update === undefined ? [request] : [request, update]);
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

/** A rule for each member of the record, and of the objects in it. */
export function toMapping(record: JsonObject, within = ''): { to: string; from: string }[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const path = joinPath(within, name);
    const isNested = isJsonObject(value) && Object.keys(value).length > 0;
    return isNested ? toMapping(value, path) : [{ to: path, from: path }];
  });
}
