import type { z } from 'zod';
import type { TestReport } from '../../core/connection-requests.ts';
import { HubError } from '../../core/errors.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { askUpstream } from './ask-upstream.ts';
import { checkForms } from './check-forms.ts';
import { createConnectionInput } from './create-connection.ts';
import { messages } from '../../core/messages.ts';

/** What has yet to be named can be tested. */
export const testUnsavedInput = createConnectionInput
  .extend({ name: createConnectionInput.shape.name.optional() })
  .meta({ id: 'UnsavedConnection' });

interface Arguments {
  ctx: ServiceContext;
  input: z.infer<typeof testUnsavedInput>;
}

/**
 * Tests a connection before it is stored. A failed test is a result, not an error.
 *
 * @throws {HubError} as `createConnection`, and as `askUpstream`.
 */
export function testUnsavedConnection({ ctx, input }: Arguments): Promise<TestReport> {
  requireScope(ctx, 'connections:test');
  return test(ctx, input);
}

/**
 * Lets a connection be created only when it works.
 *
 * @throws {HubError} `connection_test_failed`, with the checks; as `testUnsavedConnection`.
 */
export async function verifyConnection({ ctx, input }: Arguments): Promise<void> {
  requireScope(ctx, 'connections:write');
  const { ok, checks } = await test(ctx, input);
  if (ok) return;
  throw new HubError('connection_test_failed', messages.connectionTestFailed, {
    details: { checks },
  });
}

async function test(ctx: ServiceContext, input: Arguments['input']): Promise<TestReport> {
  const { authMethod, credentials, config } = await checkForms(ctx, input);
  const unsaved = { service_type: input.service_type, auth_method: authMethod, config };
  return askUpstream(ctx, { kind: 'test', about: { unsaved, credentials }, input: {} });
}
