/** What a sealed value belongs to. Opening it under any other context fails. */
export type SealContext =
  | { purpose: 'credential'; orgId: string; connectionId: string; version: number }
  | { purpose: 'record'; orgId: string; integrationId: string };

/** The additional data that binds a value to its context. */
export function toAdditionalData(context: SealContext): Buffer {
  const parts =
    context.purpose === 'credential'
      ? [context.purpose, context.orgId, context.connectionId, String(context.version)]
      : [context.purpose, context.orgId, context.integrationId];
  return Buffer.from(parts.join('|'));
}
