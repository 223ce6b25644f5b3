import type { IfMatch, ServiceDeps } from '../shared/context.ts';

/** Who the audit log of an organization names where the operator acted by key. */
export const operatorActor = 'operator';

/** A verb's first argument: nothing in it belongs to an organization. */
export interface OperatorContext extends Pick<ServiceDeps, 'database' | 'clock' | 'pepper' | 'publicUrl'> {
  readonly requestId: string;
  readonly address: string | undefined;
  readonly ifMatch: IfMatch | undefined;
}

/** The same, for the audit log of one organization. */
export function toAuthor({ clock, pepper, requestId, address }: OperatorContext, orgId: string) {
  return { orgId, actor: operatorActor, clock, pepper, requestId, address };
}
