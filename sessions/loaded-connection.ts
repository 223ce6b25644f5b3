import type { Connector } from '../connectors/kit/connector.ts';
import type { JsonObject } from '../core/json.ts';

/** A connection as it is stored, ready to be opened. */
export interface LoadedConnection {
  /** UUID. */
  id: string;
  serviceType: string;
  /** Of an organization's own, the version that counts for what is done; absent where there is none any more. */
  connector: Connector | undefined;
  config: JsonObject;
  credentialVersion: number;
  authMethod: string;
  sealed: Buffer;
}
