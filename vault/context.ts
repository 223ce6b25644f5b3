/** What a sealed value belongs to. Opening it under any other context fails. */
export type SealContext =
  | { purpose: 'credential'; orgId: string; connectionId: string; version: number }
  | { purpose: 'token'; orgId: string; connectionId: string; version: number; generation: number }
  | { purpose: 'record'; orgId: string; integrationId: string }
  | { purpose: 'request'; orgId: string; requestId: string }
  | { purpose: 'webhook'; orgId: string; endpointId: string; version: number }
  | { purpose: 'hook'; orgId: string; hookId: string };

/** The additional data that binds a value to its context. */
export function toAdditionalData(context: SealContext): Buffer {
  return Buffer.from(toParts(context).join('|'));
}

function toParts(context: SealContext): string[] {
  switch (context.purpose) {
    case 'credential':
      return [context.purpose, context.orgId, context.connectionId, String(context.version)];
    case 'token':
      return [
        context.purpose,
        context.orgId,
        context.connectionId,
        String(context.version),
        String(context.generation),
      ];
    case 'record':
      return [context.purpose, context.orgId, context.integrationId];
    case 'request':
      return [context.purpose, context.orgId, context.requestId];
    case 'webhook':
      return [context.purpose, context.orgId, context.endpointId, String(context.version)];
    case 'hook':
      return [context.purpose, context.orgId, context.hookId];
  }
}
