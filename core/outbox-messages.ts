import { z } from 'zod';

/**
 * Messages to Temporal that the outbox holds, by kind: ids only. Rows outlive a deployment, so members may be added where
 * old rows can lack them, and never renamed.
 */
export const outboxKinds = ['run.start', 'run.cancel'] as const;

export type OutboxKind = (typeof outboxKinds)[number];

/** UUIDs. */
const runReference = { run_id: z.string(), integration_id: z.string() };

const schemas = {
  'run.start': z.object({
    ...runReference,
    /** Starts the workflow also where Temporal has it already, and ends that one. Default: false. */
    replace: z.boolean().optional(),
  }),
  'run.cancel': z.object(runReference),
} satisfies Record<OutboxKind, z.ZodType>;

export type OutboxPayload<Kind extends OutboxKind> = z.infer<(typeof schemas)[Kind]>;

export const outboxPayloads: { readonly [Kind in OutboxKind]: z.ZodType<OutboxPayload<Kind>> } = schemas;
