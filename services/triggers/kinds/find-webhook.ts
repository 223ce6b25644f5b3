import { findConnector } from '../../../catalogue/index.ts';
import { compileDeclaration } from '../../../connectors/kit/webhook/compile-declaration.ts';
import type { Webhook } from '../../../connectors/kit/webhook/webhook.ts';
import { getConnector } from '../../../connectors/registry.ts';
import { webhookDeclaration } from '../../../core/webhooks/declaration.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { hooks } from '../../../drizzle/schema/index.ts';
import type { Row } from '../../shared/rows.ts';

type HookKind = Row<typeof hooks, 'serviceType' | 'declaration'>;

/** Where senders of no connector are described. */
const about = { docsUrl: 'https://www.rfc-editor.org/rfc/rfc9110', setup: 'As the sender says.' };

/**
 * Finds how deliveries to a hook are verified and read: as its trigger declares it, else as its connector has it.
 *
 * @returns `undefined` where neither does.
 */
export async function findWebhook(tx: Transaction, orgId: string, hook: HookKind): Promise<Webhook | undefined> {
  const { service_type: serviceType, declaration } = hook;
  if (serviceType === null || declaration !== null) return readWebhook(hook);
  return (await findConnector(tx, orgId, serviceType))?.webhook;
}

/** As `findWebhook`, of a connector of the hub or of a declaration that was read. */
export function readWebhook({ service_type: serviceType, declaration }: HookKind): Webhook | undefined {
  if (serviceType === null) return undefined;
  if (declaration === null) return getConnector(serviceType)?.webhook;
  // That of an organization's connector says more than a trigger's.
  const parsed = webhookDeclaration.loose().safeParse(declaration);
  return parsed.success ? compileDeclaration(parsed.data, about) : undefined;
}

/** True where nothing secret is to be known: senders are verified by their addresses alone. */
export function needsNone({ credentials }: Webhook): boolean {
  return Object.keys(credentials.shape).length === 0;
}
