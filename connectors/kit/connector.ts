import type { z } from 'zod';
import type { connectorCategories } from '../../core/enums.ts';
import type { JsonObject } from '../../core/json.ts';
import type { AuthMethod } from './auth/methods.ts';
import type { ErrorRule } from './http/error-rules.ts';
import type { RequestTemplate } from './http/operations.ts';
import type { Limits } from './limits.ts';
import type {
  DynamicObjects,
  EmailObject,
  FileObject,
  HttpObject,
  LdapObject,
  SnmpObject,
  TableObject,
} from './object-types.ts';
import type { Webhook } from './webhook/webhook.ts';

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
  /**
   * Asked in turn where the rights for the request before are missing, each with the object that is read then: an
   * application that may read groups alone works as well.
   */
  others?: readonly { request: RequestTemplate; object: string }[] | undefined;
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
  /** Lists are read in several accounts and regions, where the configuration names them (`presets/aws-places.ts`). */
  places?: 'aws';
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
export type DriverConnector =
  PostgresConnector | MysqlConnector | LdapConnector | SftpConnector | SnmpConnector | EmailConnector;

export type Connector = HttpConnector | DriverConnector;

/** The kind of objects that a connector has. */
export type ObjectOf<ConnectorType extends Connector> = ConnectorType['objects'][string];
export type AnyObject = ObjectOf<Connector>;
