import type { TestReport } from '../../core/connection-requests.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { askUpstream } from './ask-upstream.ts';
import { requireConnection } from './require-connection.ts';

/**
 * Has a worker call the third party with the stored credentials. A failed test is a result, not an error; a passed one
 * makes a connection in `error` or `expired` active again.
 *
 * @throws {HubError} `not_found`; what `askUpstream` throws.
 */
export async function testConnection({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<TestReport> {
  requireScope(ctx, 'connections:test');
  const { id } = await requireConnection(ctx, input.id);
  return askUpstream(ctx, { kind: 'test', about: { connectionId: id }, input: {} });
}
