import { z } from 'zod';

const text = z.string().min(1).max(200);

/** Whether the hub registers the address of a trigger at the vendor, and for what. */
export const subscribeSchema = z
  .union([
    z.boolean(),
    z.strictObject({
      to: text.optional().meta({
        description:
          "A topic of the connector's trigger. Default: the one that tells of changes of the source's object.",
        example: 'repository',
      }),
      events: z
        .array(text)
        .min(1)
        .max(100)
        .optional()
        .meta({
          description: "Names of events, as the vendor has them. Default: those that tell of the source's object.",
          example: ['issues', 'issue_comment'],
        }),
      of: z
        .record(z.string().min(1).max(63), z.string().min(1).max(320))
        .optional()
        .meta({
          description:
            'What it is about, where the topic has several: `of` of the topic. Default: the only one that the connection names.',
          example: { mailbox: 'service@contoso.com' },
        }),
    }),
  ])
  .meta({
    id: 'TriggerSubscription',
    description:
      'The hub registers the address with the vendor itself, through the connection of the source: it makes the secret, renews what ends, makes again what was lost, and removes it when the integration is deactivated or deleted. Default: `false`.',
  });

export type Subscribe = z.output<typeof subscribeSchema>;

/** What a trigger asks for instead of the usual; `undefined` where it does not subscribe. */
export function readSubscribe(subscribe: Subscribe | undefined): Exclude<Subscribe, boolean> | undefined {
  if (subscribe === undefined || subscribe === false) return undefined;
  return subscribe === true ? {} : subscribe;
}
