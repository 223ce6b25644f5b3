import type { ServiceDeps } from '../../shared/context.ts';

/** What the acts before a session need: services, and what is known of the request. */
export interface SignInContext extends Pick<ServiceDeps, 'database' | 'clock' | 'pepper' | 'mail'> {
  readonly requestId: string;
  readonly address?: string | undefined;
  readonly userAgent?: string | undefined;
  /** Under which browsers reach the hub. */
  readonly publicUrl: string;
}

/** The context of an audit event that a person leaves in an organization. */
export function toAuthor(
  ctx: Pick<SignInContext, 'clock' | 'pepper' | 'requestId' | 'address'>,
  orgId: string,
  actor: string,
) {
  const { clock, pepper, requestId, address } = ctx;
  return { orgId, actor, clock, pepper, requestId, address };
}
