import type { Json, JsonObject } from '../../../../core/json.ts';

/** A file opened at a position, which returns its records in order. */
export interface OpenFile {
  /**
   * Reads the next records.
   *
   * @throws {FaultError} also after the file was closed or a read timed out. The file is unusable afterwards.
   * @throws the reason of `signal` when it aborted. The file is unusable afterwards.
   */
  read(recordsMax: number, signal?: AbortSignal): Promise<FilePage>;
  /** Closes the connection. May be called at any time; a read in progress then fails. */
  close(): void;
}

export interface FilePage {
  records: JsonObject[];
  bytes: number;
  /** The position to continue from. `undefined` at the end. Valid in other processes. */
  next: Json | undefined;
}
