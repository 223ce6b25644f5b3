import { notFound } from '../../core/errors.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { type ConnectorRecord, renderConnector } from './connector.ts';

/** Reads one connector of the catalogue. @throws {HubError} `not_found` */
export function getConnector({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): ConnectorRecord {
  requireScope(ctx, 'connectors:read');
  const record = renderConnector(input.id);
  if (record === undefined) throw notFound();
  return record;
}
