import type { z } from 'zod';
import type { FieldError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { OperationName, WriteOperation } from '../../core/records.ts';
import type { MailboxRead, MessageSend } from './email/operations.ts';
import type { HttpFind, HttpRead, HttpWrite } from './http/operations.ts';
import type { LdapRead, LdapWrite } from './ldap/operations.ts';
import type { FileRead, FileWrite } from './sftp/operations.ts';
import type { SnmpRead, SnmpWrite } from './snmp/operations.ts';
import type { TableCursor } from './sql/table-cursor.ts';
import type { WritePromise } from './write-promise.ts';

export type OperationKind = 'list' | WriteOperation;

/** A kind of record that a connector has. */
export interface HttpObject {
  title: string;
  /** Paths of the fields that identify a record. */
  key?: readonly string[];
  schema?: z.ZodType;
  docsUrl?: string;
  operations: { list?: HttpRead; find?: HttpFind } & { [kind in WriteOperation]?: HttpWrite };
  /**
   * Of a connector with `places`: the list is the same in all regions of an account, or is that of the connection's own
   * account. Absent: each region has its own.
   */
  readOnce?: 'account' | 'connection';
  /** What is done to a record of it by a name of its own. */
  named?: { readonly [name in OperationName]?: NamedOperation };
}

/** An operation with a name of its own: a write of an object of the same connector. */
export interface NamedOperation {
  object: string;
  operation: WriteOperation;
  /** The field of that write, not within another one, that holds the id of the record which the operation is of. */
  of: string;
  /** Fields that it always gives, by their paths. */
  values?: JsonObject;
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
  } & { [kind in WriteOperation]?: TableWrite };
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
  /** Fields that records can be found by, one at a time. Absent: by none. */
  findsBy?: readonly string[] | 'any';
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
  /** The system's own id of each record is known: none is looked for. */
  byId?: boolean | undefined;
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
