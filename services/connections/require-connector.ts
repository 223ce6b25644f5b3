import { z } from 'zod';
import type { Connector } from '../../connectors/kit/connector.ts';
import { findConnector } from '../../catalogue/index.ts';
import { isCustomId } from '../../connectors/kit/custom/definition.ts';
import { getConnector, nearestConnectors } from '../../connectors/registry.ts';
import { type HubError, invalidRequest } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import { inTenant, type TenantContext } from '../shared/transaction.ts';

const serviceTypePattern = /^[a-z][a-z0-9_]{1,63}$/;

/** What a query narrows a list by: text that is no id of any connector is refused. */
export const serviceTypeQuery = z.string().regex(serviceTypePattern, messages.serviceTypeInvalid).optional();

/**
 * Finds the connector for a `service_type`: one of the hub, or of the caller's organization.
 *
 * @throws {HubError} `invalid_request` with the code `unknown_service_type` and the nearest ones that exist.
 */
export async function requireConnector(ctx: TenantContext & { orgId: string }, id: string): Promise<Connector> {
  const connector = isCustomId(id)
    ? await inTenant(ctx, (tx) => findConnector(tx, ctx.orgId, id))
    : serviceTypePattern.test(id)
      ? getConnector(id)
      : undefined;
  if (connector !== undefined) return connector;
  throw unknownConnector(id);
}

export function unknownConnector(id: string): HubError {
  return invalidRequest(messages.connectorUnknown, [
    {
      path: 'service_type',
      code: 'unknown_service_type',
      message: messages.connectorIdUnknown,
      allowed: nearestConnectors(id.slice(0, 64)),
    },
  ]);
}
