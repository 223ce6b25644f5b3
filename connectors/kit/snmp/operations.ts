import type { WritePromise } from '../write-promise.ts';

/** How a value is written in records, and what it is sent as. */
export const valueTypes = ['integer', 'unsigned', 'timeticks', 'text', 'bytes', 'oid', 'ip_address'] as const;

export type ValueType = (typeof valueTypes)[number];

export interface Column {
  /** Whole object identifier, without an instance. */
  oid: string;
  /** Absent: by the value. @see values.ts */
  type?: ValueType | undefined;
}

export type Columns = Readonly<Record<string, Column>>;

/** Rows of a conceptual table, or of several with the same index: a record has `index` and the columns that the row has. */
export interface TableRead {
  kind: 'table';
  columns: Columns;
  pageSize: number;
}

/** Everything below an identifier: records of `oid`, `type` and `value`. */
export interface SubtreeRead {
  kind: 'subtree';
  root: string;
  pageSize: number;
}

/** Objects of which there is one each, as one record. */
export interface ScalarsRead {
  kind: 'scalars';
  columns: Columns;
}

export type SnmpRead = TableRead | SubtreeRead | ScalarsRead;

export interface SnmpWrite {
  kind: 'table' | 'scalars';
  columns: Columns;
  /** The column that makes and removes rows; absent: rows are only changed. @see https://www.rfc-editor.org/rfc/rfc2579 */
  rowStatus?: string | undefined;
  promise: WritePromise;
}

/** What is set is named by the record's own index, or is there once: set again, it is the same. */
export const setPromise: WritePromise = { idempotency: 'natural', matchOn: 'unused', identity: 'match' };
