import { z } from 'zod';
import { freeJson } from '../../core/json/free-json.ts';
import { type TestReport, testReport } from '../../core/connection-requests.ts';
import { invalidRequest } from '../../core/errors.ts';
import { toUuid } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import { authorizeConnection } from '../connections/credentials/authorize-connection.ts';
import { createConnection } from '../connections/create-connection.ts';
import { configBytesMax } from '../connections/connection.ts';
import { testUnsavedConnection } from '../connections/test-unsaved-connection.ts';
import { connectorRecord, renderConnector } from '../connectors/connector.ts';
import { fromTime } from '../shared/rows.ts';
import { idOf, smallObject, timestamp } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { type LinkVisit, type OpenLink, openLink, spendLink, toReturnUrl } from './open-link.ts';

const token = z.string().max(100).meta({ description: 'What stands behind `#` in the link.' });

export const linkTokenInput = z.strictObject({ token }).meta({ id: 'ConnectTokenInput' });

/** What a holder of the link sends of their system. */
export const connectInput = z
  .strictObject({
    token,
    service_type: z.string().meta({ description: 'One of those that the link offers.' }),
    credentials: z.record(z.string(), freeJson).meta({ description: 'As the connector asks for them.' }),
    config: smallObject(configBytesMax).optional().meta({ description: "As the connector's `config_schema` says." }),
  })
  .meta({ id: 'ConnectInput' });

export const openLinkRecord = z
  .object({
    organization: z.object({ name: z.string(), logo: z.string().optional() }),
    name: z.string().optional().meta({ description: 'What the connection will be called.' }),
    connectors: z.array(connectorRecord).meta({ description: 'What can be connected.' }),
    expires_at: timestamp,
  })
  .meta({ id: 'OpenConnectionLink' });

export const connectedRecord = z
  .object({
    connection_id: idOf('connection'),
    return_url: z.string().optional().meta({ description: 'Where the browser is to go now.' }),
  })
  .meta({ id: 'Connected' });

export const connectAuthorization = z
  .object({ authorize_url: z.url().meta({ description: "Where the person's browser is to go." }) })
  .meta({ id: 'ConnectAuthorization' });

export { testReport };

type LinkRequest = z.output<typeof connectInput>;

/** Tells the holder of a link whom it is for, and what can be connected. @throws {HubError} `not_found` */
export async function lookUpLink(visit: LinkVisit, given: { token: string }): Promise<z.infer<typeof openLinkRecord>> {
  const link = await openLink(visit, given.token);
  const { name: organization, logo } = link.organization;
  const offered = await Promise.all(link.serviceTypes.map((id) => renderConnector(link.ctx, id)));
  return {
    organization: { name: organization, ...(logo === undefined ? {} : { logo }) },
    ...(link.name === undefined ? {} : { name: link.name }),
    connectors: offered.filter((connector) => connector !== undefined),
    expires_at: fromTime(link.expiresAt),
  };
}

/** Tests what was typed; nothing is stored and the link stays open. @throws {HubError} `not_found`; as `testUnsavedConnection` */
export async function testByLink(visit: LinkVisit, given: LinkRequest): Promise<TestReport> {
  const link = await openLink(visit, given.token);
  return testUnsavedConnection({ ctx: link.ctx, input: await toConnection(link, given) });
}

/** Stores the connection and spends the link, both or neither. @throws {HubError} `not_found`; as `createConnection` */
export async function connectByLink(visit: LinkVisit, given: LinkRequest): Promise<z.infer<typeof connectedRecord>> {
  const link = await openLink(visit, given.token);
  const { ctx, id } = link;
  const input = await toConnection(link, given);
  return inTenant(ctx, async (tx) => {
    const made = await createConnection({ ctx: { ...ctx, transaction: tx }, input });
    const connectionId = toUuid('connection', made.id) ?? '';
    const { returnUrl } = await spendLink(tx, { orgId: ctx.orgId, id, connectionId }, ctx.clock.now());
    if (returnUrl === undefined) return { connection_id: made.id };
    return { connection_id: made.id, return_url: toReturnUrl(returnUrl, { id: ctx.actor, connectionId: made.id }) };
  });
}

/** Begins the authorization by a vendor; the link is spent when the person comes back. @throws {HubError} as `authorizeConnection` */
export async function authorizeByLink(
  visit: LinkVisit,
  given: LinkRequest,
): Promise<z.infer<typeof connectAuthorization>> {
  const link = await openLink(visit, given.token);
  const begun = await authorizeConnection({ ctx: link.ctx, input: await toConnection(link, given), linkId: link.id });
  return { authorize_url: begun.authorize_url };
}

async function toConnection(link: OpenLink, { service_type: serviceType, credentials, config }: LinkRequest) {
  if (!link.serviceTypes.includes(serviceType)) {
    throw invalidRequest(messages.bodyInvalid, [
      { path: 'service_type', code: 'not_offered', message: messages.connectorNotOffered },
    ]);
  }
  return {
    name: link.name ?? (await renderConnector(link.ctx, serviceType))?.name ?? serviceType,
    service_type: serviceType,
    credentials,
    account_id: link.accountId,
    ...(config === undefined ? {} : { config }),
  };
}
