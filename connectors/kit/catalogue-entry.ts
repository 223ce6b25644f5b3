import type { JsonObject } from '../../core/json.ts';
import type { AnyObject, Connector } from './connector.ts';
import type { NamedOperation, OperationKind } from './object-types.ts';
import type { WriteOperation } from '../../core/records.ts';
import { describeWrite, isIncremental, listOperationKinds, type WriteDescription } from './describe-object.ts';
import { toJsonSchema } from './json-schema.ts';
import { resolveObject } from './objects.ts';
import type { Subscription } from './webhook/subscription.ts';
import type { Signature } from './webhook/webhook.ts';

/**
 * How well the operations of a connector are proven, as the contract suite found.
 *
 * `documented`: written from documentation, and well formed. `described`: operations agree with a description of the
 * vendor's interface. `verified`: all of them do, with one that comes from the vendor. `proven`:
 * they do what the vendor's data means as well, by complete meaning sheets, and by recordings of its traffic where there are some.
 */
export interface Verification {
  level: 'documented' | 'described' | 'verified' | 'proven';
  /** The description, or the documentation where there is none. */
  source: string;
  /** Its version or date. */
  asOf: string;
  operations: VerifiedOperations;
  /** Objects whose meaning sheet is complete. */
  sheets: { complete: number; objects: number };
}

interface VerifiedOperations {
  verified: number;
  /** Operations that a description can cover. */
  total: number;
  /** Those whose form each customer decides; absent: none. */
  customerDefined?: number;
}

/** Which connector it is, and whose. */
export interface ConnectorHead {
  id: string;
  name: string;
  vendor: string;
  category: Connector['category'];
  tags: string[];
  version: string;
  docs_url: string;
  /** Servers that others wrote, which its tests talk to. */
  peers: string[];
}

/** A connector as `GET /connectors` lists it. */
export interface CatalogueSummary extends Omit<ConnectorHead, 'peers'> {
  verification: {
    level: Verification['level'];
    source: string;
    as_of: string;
    operations: { verified: number; total: number; customer_defined?: number };
    sheets: Verification['sheets'];
    peers: string[];
  };
}

/** A connector as `GET /connectors/{id}` shows it. @see docs/connectors/README.md */
export interface CatalogueEntry extends CatalogueSummary {
  auth: { id: string; title: string; kind: string; credentials_schema: JsonObject }[];
  config_schema: JsonObject;
  objects: CatalogueObject[];
  /** Objects that are named, not listed: tables, paths, prefixes. */
  dynamic_objects?: {
    title: string;
    help: string;
    operations: CatalogueOperation[];
    source_options_schema: JsonObject;
    target_options_schema: JsonObject;
    examples: { title: string; object: string; role: 'source' | 'target'; options: JsonObject }[];
  };
  triggers: CatalogueTrigger[];
  rate_limits: { name: string; limit: number; per_ms: number }[];
  /** Where credentials are sent: host names, suffixes that begin with a dot, or `from_config`. */
  hosts: string[];
}

/** How an event of the vendor starts runs. */
export interface CatalogueTrigger {
  type: 'webhook';
  docs_url: string;
  /** How the hook's address is registered with the vendor, in Markdown. */
  setup: string;
  credentials_schema: JsonObject;
  /** How deliveries prove where they come from. */
  signature: Signature['kind'];
  /** Events have ids, so that repeated ones are recognized. */
  deduplicates: boolean;
  /** What the hub can register by itself. */
  subscription?: { docs_url: string; topics: CatalogueTopic[] };
}

export interface CatalogueTopic {
  id: string;
  title: string;
  /** What the connection has to be allowed, in Markdown. */
  needs: string;
  /** What `subscribe.of` names; `from` is the parameter of the connection whose only value is the default. */
  of?: { name: string; title: string; from?: string }[];
  /** The objects whose changes it tells of, and by which events. */
  objects: { id: string; events: string[] }[];
}

export interface CatalogueObject {
  id: string;
  title: string;
  key?: string[];
  operations: CatalogueOperation[];
  /** Operations with names of their own, of steps of flows and of single calls. */
  named_operations?: CatalogueNamed[];
}

export interface CatalogueNamed {
  id: string;
  /** The write that it is. */
  object: string;
  kind: WriteOperation;
  /** The field of that which takes `target_id`. */
  of: string;
  /** Fields that it always gives. */
  values: JsonObject;
}

export interface CatalogueOperation {
  id: OperationKind;
  kind: OperationKind;
  effect: 'none' | 'reversible' | 'destructive';
  incremental: boolean;
  /** Of a write: whether match fields are named, and what a mapping has to give beside them. */
  match_on?: WriteDescription['matchOn'];
  required?: string[];
}

/** Finds what a vendor's description says a write takes: a JSON Schema. */
type FindSchema = (connectorId: string, object: string, operation: WriteOperation) => JsonObject | undefined;

export function toHead({ id, name, vendor, category, tags, version, docsUrl, peers = [] }: Connector): ConnectorHead {
  return { id, name, vendor, category, tags: [...tags], version, docs_url: docsUrl, peers: [...peers] };
}

export function toCatalogueSummary(
  { peers, ...head }: ConnectorHead,
  { level, source, asOf, operations: { customerDefined, ...operations }, sheets }: Verification,
): CatalogueSummary {
  return {
    ...head,
    verification: {
      level,
      source,
      as_of: asOf,
      operations: { ...operations, ...(customerDefined === undefined ? {} : { customer_defined: customerDefined }) },
      sheets,
      peers,
    },
  };
}

/** Renders a connector for the catalogue. Pure; the answer is the same for every tenant. */
export function toCatalogueEntry(
  connector: Connector,
  verification: Verification,
  findSchema: FindSchema,
): CatalogueEntry {
  const objects = listObjects(connector, findSchema);
  const dynamic = describeDynamic(connector);
  return {
    ...toCatalogueSummary(toHead(connector), verification),
    auth: connector.auth.map((method) => ({
      id: method.id,
      title: method.title,
      kind: method.apply.kind,
      credentials_schema: toJsonSchema(method.credentials),
    })),
    config_schema: toJsonSchema(connector.config),
    objects,
    ...(dynamic === undefined ? {} : { dynamic_objects: dynamic }),
    triggers: listTriggers(connector),
    rate_limits: connector.limits.buckets.map(({ name, limit, perMs }) => ({ name, limit, per_ms: perMs })),
    hosts: listHosts(connector),
  };
}

function listTriggers({ webhook }: Connector): CatalogueTrigger[] {
  if (webhook === undefined) return [];
  const { docsUrl, setup, credentials, signature, events, subscription } = webhook;
  return [
    {
      type: 'webhook',
      docs_url: docsUrl,
      setup,
      credentials_schema: toJsonSchema(credentials),
      signature: signature.kind,
      deduplicates: events.key !== undefined,
      ...(subscription === undefined ? {} : { subscription: toCatalogueSubscription(subscription) }),
    },
  ];
}

function toCatalogueSubscription({ docsUrl, topics }: Subscription): NonNullable<CatalogueTrigger['subscription']> {
  return {
    docs_url: docsUrl,
    topics: Object.entries(topics).map(([id, { title, needs, of = {}, objects }]) => ({
      id,
      title,
      needs,
      ...(Object.keys(of).length === 0 ? {} : { of: Object.entries(of).map(([name, part]) => ({ name, ...part })) }),
      objects: Object.entries(objects).map(([object, events]) => ({ id: object, events: [...events] })),
    })),
  };
}

function listHosts(connector: Connector): string[] {
  if (connector.transport !== 'http' || connector.http.hosts === 'from_config') return ['from_config'];
  return [...connector.http.hosts];
}

function listObjects(connector: Connector, findSchema: FindSchema): CatalogueObject[] {
  const objects: Readonly<Record<string, AnyObject>> = connector.objects;
  return Object.entries(objects).map(([id, object]) => {
    return toObject(id, object, (kind) => {
      const write = kind === 'list' || kind === 'delete' ? undefined : describeWrite(object, kind);
      if (write === undefined) return {};
      const { required } = write.schema ?? findSchema(connector.id, id, write.kind) ?? {};
      const members = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
      return { match_on: write.matchOn, required: [...new Set([...(write.needs ?? []), ...members])] };
    });
  });
}

function toObject(
  id: string,
  object: AnyObject,
  describeKind: (kind: OperationKind) => Pick<CatalogueOperation, 'match_on' | 'required'>,
): CatalogueObject {
  const key = 'key' in object ? object.key : undefined;
  const named = Object.entries('named' in object ? (object.named ?? {}) : {});
  return {
    id,
    title: object.title,
    ...(key === undefined ? {} : { key: [...key] }),
    operations: listOperationKinds(object).map((kind) => ({
      ...toOperation(kind),
      incremental: kind === 'list' && isIncremental(object),
      ...describeKind(kind),
    })),
    ...(named.length === 0 ? {} : { named_operations: named.map(([name, write]) => toNamed(name, write)) }),
  };
}

function toNamed(id: string, { object, operation, of, values = {} }: NamedOperation): CatalogueNamed {
  return { id, object, kind: operation, of, values };
}

function toOperation(kind: OperationKind): CatalogueOperation {
  const effect = kind === 'list' ? 'none' : kind === 'delete' ? 'destructive' : 'reversible';
  return { id: kind, kind, effect, incremental: false };
}

/** Operations of a connector: those of each listed object, and the kinds that objects named at will can have. */
export function countOperations(connector: Connector): Pick<VerifiedOperations, 'total' | 'customerDefined'> {
  const objects: Readonly<Record<string, AnyObject>> = connector.objects;
  const counts = Object.values(objects).map((object) => listOperationKinds(object).length);
  const listed = counts.reduce((sum, count) => sum + count, 0);
  const named = listDynamicKinds(connector).size;
  const isCustomers = connector.dynamicObjects?.customerDefined !== undefined;
  return isCustomers ? { total: listed, customerDefined: named } : { total: listed + named };
}

function listDynamicKinds(connector: Connector): Set<OperationKind> {
  const examples = connector.dynamicObjects?.examples ?? [];
  return new Set(
    examples.flatMap(({ request }) => {
      const resolved = resolveObject(connector, request);
      return resolved.ok ? listOperationKinds(resolved.object) : [];
    }),
  );
}

function describeDynamic(connector: Connector): CatalogueEntry['dynamic_objects'] {
  const dynamic = connector.dynamicObjects;
  if (dynamic === undefined) return undefined;
  const kinds = listDynamicKinds(connector);
  return {
    title: dynamic.title,
    help: dynamic.help,
    operations: [...kinds].map(toOperation),
    source_options_schema: toJsonSchema(dynamic.sourceOptions),
    target_options_schema: toJsonSchema(dynamic.targetOptions),
    examples: dynamic.examples.map(({ title, request: { object, role, options } }) => ({
      title,
      object,
      role,
      options,
    })),
  };
}
