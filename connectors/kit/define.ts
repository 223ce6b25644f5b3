/**
 * What connectors are made with: `defineConnector` and the data its operations are made of, for each protocol in the
 * folder of its name.
 *
 * May import `core/` only; imported by connectors, `connectors/drivers` (which execute definitions) and services
 * (describing and validating).
 *
 * Terminology: a *definition* is a connector's one value. A *fault* says what went wrong, as a value; a
 * `ConnectorError` is a fault with the call that it happened in.
 */
import { z } from 'zod';
import { connectorCategories } from '../../core/enums.ts';
import type { FieldError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { WriteOperation } from '../../core/records.ts';
import type { AuthMethod } from './auth/methods.ts';
import { otherBaseField, otherBaseName } from './http/base-url-field.ts';
import { checkDestinations, withDestinationsOnly } from './check-destinations.ts';
import { type ErrorRule, errorRuleSchema } from './http/error-rules.ts';
import type { MailboxRead, MessageSend } from './email/operations.ts';
import {
  findSchema,
  type HttpFind,
  type HttpRead,
  type HttpWrite,
  readSchema,
  requestSchema,
  type RequestTemplate,
  writeSchema,
} from './http/operations.ts';
import type { LdapRead, LdapWrite } from './ldap/operations.ts';
import { type Limits, limitsSchema } from './limits.ts';
import type { FileRead, FileWrite } from './sftp/operations.ts';
import type { SnmpRead, SnmpWrite } from './snmp/operations.ts';
import type { TableCursor } from './sql/table-cursor.ts';
import type { Webhook } from './webhook/webhook.ts';
import type { WritePromise } from './write-promise.ts';

/** The members of every connector, whatever its transport. */
interface ConnectorFacts {
  /** Also its folder's name and the `service_type` of its connections. */
  id: string;
  name: string;
  vendor: string;
  category: (typeof connectorCategories)[number];
  docsUrl: string;
  version: string;
  tags: readonly string[];
  /** Shape of the non-secret parameters of a connection. */
  config: z.ZodObject;
  auth: readonly AuthMethod[];
  limits: Limits;
  /** How the vendor pushes events; absent where it does not, or not to addresses of a customer's choice. */
  webhook?: Webhook;
  /** What the operations were written from, and when that was read. How well they are proven is found out by tests. */
  documentation: { source: string; asOf: string };
  /** Third-party servers that the connector's tests use, for protocols without an API description. */
  peers?: readonly string[];
  contract?: ContractNotes;
}

/** How the connector's contract, a slice of its vendor's API description, is built and checked. */
export interface ContractNotes {
  /** Descriptions of the collection; absent: all that its folder with the connector's id has. */
  descriptions?: readonly string[];
  /** Segments of the description's paths that the vendor lets callers leave out: `{locale}`. */
  optionalSegments?: readonly string[];
  /** Known errors of the description. An entry that is no longer needed fails the contract suite. */
  exempt?: readonly ContractExemption[];
}

export interface ContractExemption {
  /** A use: `test`, `devices.list`, `devices.upsert/find`. */
  use: string;
  /** Name of the rule, as the suite reports it. */
  rule: string;
  /** What the suite's words on it contain: `meta.` of what an answer lacks. Absent: whatever it says by that rule. */
  about?: string;
  reason: string;
}

export type OperationKind = 'list' | WriteOperation;

/** A kind of record that a connector has. */
export interface HttpObject {
  title: string;
  /** Paths of the fields that identify a record. */
  key?: readonly string[];
  schema?: z.ZodType;
  docsUrl?: string;
  operations: { list?: HttpRead; find?: HttpFind } & { [kind in WriteOperation]?: HttpWrite };
}

/** A table or view of a database. What its columns are is known to the database only. */
export interface TableObject {
  title: string;
  table: { schema: string; name: string };
  operations: {
    list?: {
      /** Columns to read; absent: all. */
      columns?: readonly string[];
      /** Columns of the unique key that orders the read. Absent: the primary key. */
      orderBy?: readonly string[];
      /** How changes are read. Absent: only full reads. */
      cursor?: TableCursor;
      pageSize: number;
    };
  } & { [kind in Exclude<WriteOperation, 'delete'>]?: TableWrite };
}

export interface TableWrite {
  /** Rows in one statement. */
  batchMax: number;
}

/** A kind of record behind a protocol of its own: how it is read and written is known to that protocol's driver. */
export interface DriverObject<Read extends object, Write extends { promise: WritePromise }> {
  title: string;
  /** Paths of the fields that identify a record. */
  key?: readonly string[];
  schema?: z.ZodType;
  docsUrl?: string;
  operations: { list?: Read } & { [kind in WriteOperation]?: Write };
}

export interface LdapObject extends DriverObject<LdapRead, LdapWrite> {
  driver: 'ldap';
}

/** Files of a server. */
export interface FileObject extends DriverObject<FileRead, FileWrite> {
  driver: 'sftp';
}

/** Values of an agent, by their identifiers. */
export interface SnmpObject extends DriverObject<SnmpRead, SnmpWrite> {
  driver: 'snmp';
}

/** A mailbox, or messages to be sent. */
export interface EmailObject extends DriverObject<MailboxRead, MessageSend> {
  driver: 'email';
}

/** An object that an integration names. */
export interface ObjectRequest {
  config: JsonObject;
  object: string;
  options: JsonObject;
  role: 'source' | 'target';
}

export type Resolved<ObjectType> = { ok: true; object: ObjectType } | { ok: false; problems: FieldError[] };

/** Objects that are not listed beforehand: tables, paths, prefixes. */
export interface DynamicObjects<ObjectType> {
  title: string;
  /** What an object's name is, for people. */
  help: string;
  sourceOptions: z.ZodObject;
  targetOptions: z.ZodObject;
  /** Pure. Options are already checked against their shape; problems name fields as `object` and `options.NAME`. */
  resolve(request: ObjectRequest): Resolved<ObjectType>;
  /** Why each customer, and no description of the vendor's, decides what these are. Absent: a description can tell. */
  customerDefined?: string;
  /** For documentation, and proof that `resolve` works. */
  examples: readonly { title: string; request: ObjectRequest }[];
}

export interface HttpSettings {
  /**
   * Template over `config` and the credentials' non-secret fields (`auth.NAME`), or a pure function of them. Parameters
   * in it are destinations; a function sees no others.
   */
  baseUrl: string | ((scope: { config: JsonObject; auth: JsonObject }) => string);
  /**
   * Parts of hosts that follow from the configuration and the credentials' non-secret fields, for the holes
   * `names.NAME` of requests.
   */
  names?: (scope: { config: JsonObject; auth: JsonObject }) => Readonly<Record<string, string>>;
  /** Hosts that credentials may reach: `host` or `.suffix`. `from_config`: only the origin of the base URL. */
  hosts: readonly string[] | 'from_config';
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
  maxResponseBytes: number;
}

/** One cheap authenticated call. */
export interface HttpTest {
  /** Constant, or a pure function of the configuration. */
  request: RequestTemplate | ((config: JsonObject) => RequestTemplate);
  /** `any_answer`: any response that does not refuse the credentials proves that the connection works. */
  passes: 'success' | 'any_answer';
  /** Another product with the same name, which the test tells by its name instead of by the answers that it lacks. */
  mistaken?: MistakenSystem | undefined;
}

/** A system that is taken for the vendor's, since a connection may have another address. */
export interface MistakenSystem<Request = RequestTemplate> {
  /** Answered by it as JSON. Sent where the call of the test failed. */
  request: Request;
  /** Path and value of what tells it apart. */
  when: { path: string; equals: string };
  /** Says what it is, and what to do. */
  message: string;
}

export interface HttpConnector extends ConnectorFacts {
  transport: 'http';
  http: HttpSettings;
  errors: readonly ErrorRule[];
  test: HttpTest;
  objects: Readonly<Record<string, HttpObject>>;
  dynamicObjects?: DynamicObjects<HttpObject>;
}

export interface PostgresConnector extends ConnectorFacts {
  transport: 'postgres';
  objects: Readonly<Record<string, TableObject>>;
  dynamicObjects?: DynamicObjects<TableObject>;
}

export interface MysqlConnector extends ConnectorFacts {
  transport: 'mysql';
  objects: Readonly<Record<string, TableObject>>;
  dynamicObjects?: DynamicObjects<TableObject>;
}

export interface LdapConnector extends ConnectorFacts {
  transport: 'ldap';
  objects: Readonly<Record<string, LdapObject>>;
  dynamicObjects?: DynamicObjects<LdapObject>;
}

export interface SftpConnector extends ConnectorFacts {
  transport: 'sftp';
  objects: Readonly<Record<string, FileObject>>;
  dynamicObjects?: DynamicObjects<FileObject>;
}

export interface SnmpConnector extends ConnectorFacts {
  transport: 'snmp';
  objects: Readonly<Record<string, SnmpObject>>;
  dynamicObjects?: DynamicObjects<SnmpObject>;
}

export interface EmailConnector extends ConnectorFacts {
  transport: 'email';
  objects: Readonly<Record<string, EmailObject>>;
  dynamicObjects?: DynamicObjects<EmailObject>;
}

/** Connectors on a protocol of its own, with a driver each. */
type DriverConnector =
  PostgresConnector | MysqlConnector | LdapConnector | SftpConnector | SnmpConnector | EmailConnector;

export type Connector = HttpConnector | DriverConnector;

/** The kind of objects that a connector has. */
export type ObjectOf<ConnectorType extends Connector> = ConnectorType['objects'][string];
export type AnyObject = ObjectOf<Connector>;

type WithOptional<Type, Optional extends keyof Type> = Omit<Type, Optional> & Partial<Pick<Type, Optional>>;
type DefaultedFacts = 'tags' | 'limits';
type HttpConnectorInput = WithOptional<Omit<HttpConnector, 'http' | 'test' | 'errors'>, DefaultedFacts | 'objects'> & {
  errors?: readonly z.input<typeof errorRuleSchema>[];
  http: WithOptional<HttpSettings, 'headers' | 'timeoutMs' | 'maxResponseBytes'>;
  test: {
    request: z.input<typeof requestSchema> | ((config: JsonObject) => RequestTemplate);
    passes?: HttpTest['passes'];
    mistaken?: MistakenSystem<z.input<typeof requestSchema>>;
  };
};
type DriverConnectorInput<ConnectorType> = ConnectorType extends DriverConnector
  ? WithOptional<ConnectorType, DefaultedFacts>
  : never;

const factsSchema = z.object({
  id: z.string().regex(/^[a-z][a-z0-9_]{1,63}$/),
  name: z.string().min(1),
  vendor: z.string().min(1),
  category: z.enum(connectorCategories),
  docsUrl: z.url({ protocol: /^https$/ }),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  tags: z.array(z.string()).default([]),
  limits: limitsSchema.prefault({}),
});

/** Time for one whole exchange, and the most that one answer may hold. */
const httpDefaults = { headers: {}, timeoutMs: 30_000, maxResponseBytes: 64 * 1024 * 1024 };

/**
 * Makes a connector out of its description: the one value that forms, catalogue, sessions and tests are derived from.
 *
 * @throws {z.ZodError} when the description breaks a rule; a connector that loads is well formed.
 * @throws {TypeError} when a parameter decides where credentials are sent and is no destination.
 */
export function defineConnector(given: HttpConnectorInput): HttpConnector;
export function defineConnector<Transport extends DriverConnector['transport']>(
  given: DriverConnectorInput<Extract<DriverConnector, { transport: Transport }>>,
): Extract<DriverConnector, { transport: Transport }>;
export function defineConnector(given: HttpConnectorInput | DriverConnectorInput<DriverConnector>): Connector {
  const facts = factsSchema.parse(given);
  checkDestinations(given);
  if (given.transport !== 'http') return { ...given, ...facts };
  return {
    ...given,
    ...facts,
    config: withOtherBase(given),
    http: { ...httpDefaults, ...given.http, ...toAddresses(given) },
    errors: z.array(errorRuleSchema).parse(given.errors ?? []),
    test: toTest(given.test),
    objects: given.objects ?? {},
  };
}

/** Where the vendor's address is known, a connection may have another: every connector takes one in the same way. */
function withOtherBase({ http: { baseUrl, hosts }, config }: HttpConnectorInput): z.ZodObject {
  if (hosts === 'from_config') return config;
  return config.extend({ [otherBaseName]: otherBaseField(typeof baseUrl === 'string' ? baseUrl : undefined) });
}

function toAddresses({
  http: { baseUrl, names },
  config,
}: HttpConnectorInput): Pick<HttpSettings, 'baseUrl' | 'names'> {
  return {
    baseUrl: typeof baseUrl === 'function' ? withDestinationsOnly(baseUrl, config) : baseUrl,
    ...(names === undefined ? {} : { names: withDestinationsOnly(names, config) }),
  };
}

function toTest({ request, passes = 'success', mistaken }: HttpConnectorInput['test']): HttpTest {
  return {
    passes,
    request: typeof request === 'function' ? request : requestSchema.parse(request),
    ...(mistaken === undefined ? {} : { mistaken: { ...mistaken, request: requestSchema.parse(mistaken.request) } }),
  };
}

/** Completes a request with its defaults. */
export function requests(given: z.input<typeof requestSchema>): RequestTemplate {
  return requestSchema.parse(given);
}

/** Completes a reading operation with its defaults. */
export function reads(given: z.input<typeof readSchema>): HttpRead {
  return readSchema.parse(given);
}

/** Completes an operation that finds records with its defaults. */
export function finds(given: z.input<typeof findSchema>): HttpFind {
  return findSchema.parse(given);
}

/** Completes a writing operation with its defaults. */
export function writes(given: z.input<typeof writeSchema>): HttpWrite {
  return writeSchema.parse(given);
}
