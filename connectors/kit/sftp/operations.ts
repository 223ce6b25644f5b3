import type { WritePromise } from '../write-promise.ts';
import type { Format } from '../http/operations.ts';

/** Reads the records of files, or the list of them. */
export interface FileRead {
  /** A file, or a folder whose files are read one after the other, by name. */
  kind: 'file' | 'folder';
  /** From the root of the server, or from where the user lands. */
  path: string;
  /** Absent: the files themselves are the records (name, size, modified_at). */
  format: Format | undefined;
  /** Files of a folder whose name ends otherwise are left out. */
  nameEnding: string | undefined;
  pageSize: number;
  /** Files that were read are left out until they change. One that changed less than `overlapMs` ago is read again. */
  incremental?: { overlapMs: number } | undefined;
}

/** Writes each record as a JSON file of its own. */
export interface FileWrite {
  promise: WritePromise;
  /** Template of the file's path over the record's fields. */
  path: string;
}

/** The path is made of the record's fields alone, so a file written again is the same file. */
export const filePromise: WritePromise = { idempotency: 'natural', matchOn: 'unused', identity: 'match' };
