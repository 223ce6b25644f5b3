import type { JsonObject } from '../core/json.ts';

/** A connection as it is stored, ready to be opened. */
export interface LoadedConnection {
  /** UUID. */
  id: string;
  serviceType: string;
  config: JsonObject;
  credentialVersion: number;
  authMethod: string;
  sealed: Buffer;
}
