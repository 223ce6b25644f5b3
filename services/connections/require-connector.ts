import { z } from 'zod';
import type { Connector } from '../../connectors/kit/connector.ts';
import { getConnector, nearestConnectors } from '../../connectors/registry.ts';
import { invalidRequest } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';

const serviceTypePattern = /^[a-z][a-z0-9_]{1,63}$/;

/** What a query narrows a list by: text that is no id of any connector is refused. */
export const serviceTypeQuery = z.string().regex(serviceTypePattern, messages.serviceTypeInvalid).optional();

/**
 * Finds the connector for a `service_type`.
 *
 * @throws {HubError} `invalid_request` with the code `unknown_service_type` and the nearest ones that exist.
 */
export function requireConnector(id: string): Connector {
  const connector = serviceTypePattern.test(id) ? getConnector(id) : undefined;
  if (connector !== undefined) return connector;
  throw invalidRequest(messages.connectorUnknown, [
    {
      path: 'service_type',
      code: 'unknown_service_type',
      message: messages.connectorIdUnknown,
      allowed: nearestConnectors(id.slice(0, 64)),
    },
  ]);
}
