/**
 * Connectors as data that organizations send: the kit's own definition, with JSON Schema in place of zod, tables in place of
 * functions, and RE2 in place of regular expressions.
 *
 * `definition.ts` says its form, `check-definition.ts` what form alone cannot say, and `compile-definition.ts` makes the same
 * value of it that `defineConnector` makes of ours.
 */
import { z } from 'zod';
import { connectorCategories } from '../../../core/enums.ts';
import { messages } from '../../../core/messages.ts';
import { webhookDeclaration } from '../../../core/webhooks/declaration.ts';
import { templateText, valuePath } from '../fields.ts';
import { errorRuleSchema } from '../http/error-rules.ts';
import { headerName } from '../http/header-fields.ts';
import { findSchema, readSchema, writeSchema } from '../http/operations.ts';
import { requestSchema } from '../http/request-schema.ts';
import { limitsSchema } from '../limits.ts';
import { addressText } from './addresses.ts';
import { formSchema } from './forms.ts';
import { subscriptionSchema } from './subscriptions.ts';
import { recordSchema } from './record-schema.ts';
import { authSchema } from './ways-to-sign-in.ts';

/** @see docs/limits.md */
export const definitionBytesMax = 256 * 1024;
export const objectsMax = 100;

/** Ids of organizations' connectors; none of the hub's own begins so. */
export const customIdPattern = /^x_[a-z0-9][a-z0-9_]{0,60}$/;

export function isCustomId(id: string): boolean {
  return customIdPattern.test(id);
}

const words = z.string().min(1).max(200);
const webPage = z.url({ protocol: /^https$/ }).max(2000);
const objectId = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, messages.customNameInvalid);
const host = z.string().regex(/^\.?[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/, messages.customHostInvalid);

const write = writeSchema.omit({ schema: true }).extend({ schema: recordSchema.optional() });

const object = z.strictObject({
  title: words,
  key: z.union([valuePath, z.array(valuePath).min(1).max(8)]),
  docsUrl: webPage.optional(),
  schema: recordSchema.optional(),
  operations: z
    .strictObject({
      list: readSchema.optional(),
      find: findSchema.optional(),
      create: write.optional(),
      update: write.optional(),
      upsert: write.optional(),
      delete: write.optional(),
    })
    .refine((operations) => Object.values(operations).some((one) => one !== undefined), messages.customObjectEmpty),
});

export const webhookDefinition = webhookDeclaration.extend({
  docsUrl: webPage.optional(),
  /** How the address of a hook is registered, in Markdown. */
  setup: z.string().min(1).max(4000).optional(),
  /** How the hub registers it by itself. */
  subscription: subscriptionSchema.optional(),
});

export const definitionSchema = z.strictObject({
  name: words,
  vendor: words.optional(),
  category: z.enum(connectorCategories).default('generic'),
  docsUrl: webPage,
  tags: z.array(z.string().min(1).max(50)).max(20).default([]),
  config: formSchema.default({ properties: {}, required: [] }),
  auth: z.array(authSchema).min(1).max(10),
  http: z.strictObject({
    /** A template, or an address for each value of a parameter. */
    baseUrl: z.union([addressText, z.strictObject({ by: objectId, addresses: z.record(words, addressText) })]),
    /** Absent: the host of the base address, or where that has holes its origin. */
    hosts: z.union([z.literal('from_config'), z.array(host).min(1).max(20)]).optional(),
    headers: z.record(headerName, templateText).default({}),
    timeoutMs: z.int().min(1000).max(60_000).optional(),
  }),
  limits: limitsSchema.default({ concurrency: 4, buckets: [], signals: [] }),
  errors: z.array(errorRuleSchema).max(50).default([]),
  test: z.strictObject({ request: requestSchema, passes: z.enum(['success', 'any_answer']).optional() }),
  webhook: webhookDefinition.optional(),
  objects: z
    .record(objectId, object)
    .refine((objects) => Object.keys(objects).length > 0, messages.customObjectsMissing)
    .refine((objects) => Object.keys(objects).length <= objectsMax, messages.customTooMany({ max: objectsMax })),
});

export type Definition = z.output<typeof definitionSchema>;
export type DefinitionObject = Definition['objects'][string];
