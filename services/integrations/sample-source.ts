import type { JsonObject } from '../../core/json.ts';

/** A question for a few records of a source. */
export interface SampleRequest {
  /** UUID of the tenant. */
  orgId: string;
  /** UUID of the connection. */
  connectionId: string;
  object: string;
  options: JsonObject;
  /** Records that are wanted, 1 to 100. */
  limit: number;
}

/**
 * Reads a few records of a source where its credentials can be opened: in a worker.
 *
 * @throws {HubError} `service_unavailable` without a worker; `upstream_error` or `upstream_timeout` of the third party.
 */
export type SampleSource = (request: SampleRequest) => Promise<readonly JsonObject[]>;
