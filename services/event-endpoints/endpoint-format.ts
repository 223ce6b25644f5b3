import { approvalCauses } from '../../core/enums.ts';
import { type HubError, invalidRequest } from '../../core/errors.ts';
import { toUuid } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import { createSealer } from '../../vault/seal.ts';
import type { ServiceContext } from '../shared/context.ts';
import { checkUrl, goesToApprovers } from './check-url.ts';
import type { WebhookEndpointInput } from './webhook-endpoint.ts';

type Addressed = Pick<WebhookEndpointInput, 'url' | 'format'>;

/** Chat systems give addresses that let anybody write who knows them. */
function isSecret({ format }: Addressed): boolean {
  return format === 'slack' || format === 'teams';
}

/** Checks the address of an endpoint, and that it takes what it is told of. @throws {HubError} `invalid_request` */
export function checkFormat(
  ctx: Pick<ServiceContext, 'egress'>,
  { url, format, events, integration_ids: ids = [] }: WebhookEndpointInput,
): void {
  checkUrl(ctx, url, format);
  const wrong = format === 'standard' ? -1 : events.findIndex((event) => !event.startsWith('notification.'));
  const causes: readonly string[] = approvalCauses.map((cause) => `notification.${cause}`);
  const stray = goesToApprovers(url) ? events.findIndex((event) => !causes.includes(event)) : -1;
  const strange = ids.findIndex((id) => toUuid('integration', id) === undefined);
  const errors = [
    ...(wrong === -1
      ? []
      : [{ path: `events[${wrong}]`, code: 'unsupported', message: messages.endpointTakesNotifications }]),
    ...(stray === -1 ? [] : [{ path: `events[${stray}]`, code: 'unsupported', message: messages.endpointToApprovers }]),
    ...(strange === -1
      ? []
      : [
          { path: `integration_ids[${strange}]`, code: 'invalid_format', message: messages.endpointIntegrationUnknown },
        ]),
  ];
  if (errors.length > 0) throw invalidRequest(messages.bodyInvalid, errors);
}

export function formatFixed(): HubError {
  return invalidRequest(messages.bodyInvalid, [
    { path: 'format', code: 'immutable', message: messages.endpointFormatFixed },
  ]);
}

/** What is shown of an address: of one that is a secret, its origin. */
export function toShownUrl(input: Addressed): string {
  return isSecret(input) ? `${URL.parse(input.url)?.origin ?? ''}/` : input.url;
}

/** Seals an address that is a secret, so that only workers can send to it. Its version is that of no signing secret. */
export async function sealUrl(
  { publicKeys, orgId }: Pick<ServiceContext, 'publicKeys' | 'orgId'>,
  endpointId: string,
  input: Addressed,
): Promise<Buffer | null> {
  if (!isSecret(input)) return null;
  const sealer = await createSealer(publicKeys, { purpose: 'webhook', orgId, endpointId, version: 0 });
  return sealer.seal({ url: input.url });
}

export function toIntegrationIds({ integration_ids: ids }: WebhookEndpointInput): string[] | null {
  return ids?.flatMap((id) => toUuid('integration', id) ?? []) ?? null;
}
