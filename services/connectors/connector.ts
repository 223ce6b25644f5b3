import { z } from 'zod';
import {
  type CatalogueEntry,
  toCatalogueEntry,
  toCatalogueSummary,
  toHead,
} from '../../connectors/kit/catalogue-entry.ts';
import type { Connector } from '../../connectors/kit/connector.ts';
import { findConnector } from '../../catalogue/index.ts';
import { isCustomId } from '../../connectors/kit/custom/definition.ts';
import {
  findWriteSchema,
  getConnector,
  getVerification,
  listHeads,
  verificationOf,
} from '../../connectors/registry.ts';
import { connectorCategories, writeOperations } from '../../core/enums.ts';
import { inTenant, type TenantContext } from '../shared/transaction.ts';

const jsonSchema = z.record(z.string(), z.json()).meta({ description: 'A JSON Schema.' });

const operation = z.object({
  id: z.string(),
  kind: z.string(),
  effect: z.enum(['none', 'reversible', 'destructive']),
  incremental: z.boolean(),
  match_on: z
    .enum(['required', 'optional', 'unused'])
    .optional()
    .meta({ description: 'Of a write: whether `match_on` names the fields that identify its record.' }),
  required: z
    .array(z.string())
    .optional()
    .meta({ description: 'Of a write: what a mapping has to give, as far as it is known.' }),
});

/** @see CatalogueNamed */
const namedOperation = z
  .object({
    id: z.string().meta({ description: 'Its name.', examples: ['deactivate'] }),
    object: z.string().meta({ description: 'The object of the connector that it writes to.' }),
    kind: z.enum(writeOperations).meta({ description: 'The write that it is, of `object`.' }),
    of: z.string().meta({ description: 'The field that `target_id` fills: which record it is of.' }),
    values: z.record(z.string(), z.json()).meta({ description: 'Fields that it always gives.' }),
  })
  .meta({ id: 'NamedOperation', description: 'What can be done to a record by a name of its own.' });

/** A connector in a list. */
export const connectorSummary = z
  .object({
    id: z.string().meta({ description: 'Also the `service_type` of its connections.', examples: ['aws'] }),
    name: z.string(),
    vendor: z.string(),
    category: z.enum(connectorCategories),
    tags: z.array(z.string()),
    version: z.string(),
    docs_url: z.string(),
    origin: z
      .enum(['hub', 'organization'])
      .meta({ description: '`organization`: added by the organization itself, which alone sees it.' }),
    verification: z.object({
      level: z.enum(['documented', 'described', 'verified', 'proven']),
      source: z.string(),
      as_of: z.string(),
      operations: z
        .object({
          verified: z.number().int(),
          total: z.number().int().meta({ description: 'Operations that a description of the vendor covers.' }),
          customer_defined: z
            .number()
            .int()
            .optional()
            .meta({ description: 'Operations whose form each customer defines, which no description covers.' }),
        })
        .meta({ description: 'Numbers of operations.' }),
      sheets: z.object({ complete: z.number().int(), objects: z.number().int() }).meta({
        description:
          "Objects, and those for which every fact about the vendor's data is known, or is not documented and handled both ways.",
      }),
      peers: z
        .array(z.string())
        .meta({ description: 'Servers that others wrote, which its tests talk to.', examples: [['OpenLDAP']] }),
    }),
  })
  .meta({ id: 'ConnectorSummary' });

/** A connector with everything that is needed to use it. @see docs/connectors/README.md */
export const connectorRecord = connectorSummary
  .extend({
    auth: z.array(z.object({ id: z.string(), title: z.string(), kind: z.string(), credentials_schema: jsonSchema })),
    config_schema: jsonSchema,
    objects: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        key: z.array(z.string()).optional(),
        operations: z.array(operation),
        named_operations: z.array(namedOperation).optional().meta({
          description: 'What steps of flows and single calls can do to a record by a name of its own.',
        }),
      }),
    ),
    dynamic_objects: z
      .object({
        title: z.string(),
        help: z.string(),
        operations: z.array(operation),
        source_options_schema: jsonSchema,
        target_options_schema: jsonSchema,
        examples: z.array(
          z.object({
            title: z.string(),
            object: z.string(),
            role: z.enum(['source', 'target']),
            options: z.record(z.string(), z.json()),
          }),
        ),
      })
      .optional()
      .meta({ description: 'Objects that are named, not listed: tables, paths, prefixes.' }),
    triggers: z
      .array(
        z.object({
          type: z.literal('webhook'),
          docs_url: z.string(),
          setup: z.string().meta({ description: "How a hook's address is registered with the vendor, in Markdown." }),
          credentials_schema: jsonSchema,
          signature: z.enum([
            'hmac',
            'standard_webhooks',
            'token',
            'authorization',
            'certificate',
            'jwt',
            'sns',
            'all',
          ]),
          deduplicates: z.boolean().meta({ description: 'An event that is sent again is known, and starts nothing.' }),
          subscription: z
            .object({
              docs_url: z.string(),
              topics: z
                .array(
                  z.object({
                    id: z.string().meta({ description: 'As `subscribe.to` of a trigger.' }),
                    title: z.string(),
                    needs: z.string().meta({ description: 'What the connection has to be allowed, in Markdown.' }),
                    of: z
                      .array(
                        z.object({
                          name: z.string(),
                          title: z.string(),
                          from: z
                            .string()
                            .optional()
                            .meta({ description: 'The parameter of the connection whose only value is the default.' }),
                        }),
                      )
                      .optional()
                      .meta({ description: 'What `subscribe.of` of a trigger names.' }),
                    objects: z
                      .array(
                        z.object({
                          id: z.string(),
                          events: z.array(z.string()).meta({ description: "By the vendor's names." }),
                        }),
                      )
                      .meta({ description: 'The objects whose changes it tells of, and by which events.' }),
                  }),
                )
                .meta({ description: 'What can be subscribed to.' }),
            })
            .optional()
            .meta({ description: 'What the hub registers with the vendor by itself, where a trigger subscribes.' }),
        }),
      )
      .meta({ description: 'What else than a schedule or a person can start runs that read from it.' }),
    rate_limits: z.array(z.object({ name: z.string(), limit: z.number(), per_ms: z.number() })),
    hosts: z.array(z.string()).meta({ description: 'Where credentials are sent.' }),
  })
  .meta({ id: 'Connector' });

export type ConnectorSummary = z.infer<typeof connectorSummary>;
export type ConnectorRecord = z.infer<typeof connectorRecord>;

const rendered = new WeakMap<Connector, ConnectorRecord>();

/** Finds a connector, and renders it once: what a connector is does not change. */
export async function renderConnector(
  ctx: TenantContext & { orgId: string },
  id: string,
): Promise<ConnectorRecord | undefined> {
  const connector = isCustomId(id) ? await inTenant(ctx, (tx) => findConnector(tx, ctx.orgId, id)) : getConnector(id);
  return connector && toConnectorRecord(connector);
}

export function toConnectorRecord(connector: Connector): ConnectorRecord {
  const record = rendered.get(connector) ?? connectorRecord.parse(describeConnector(connector));
  rendered.set(connector, record);
  return record;
}

let listed: readonly ConnectorSummary[] | undefined;

/** The hub's own connectors, none of which is loaded for it. */
export function listHubConnectors(): readonly ConnectorSummary[] {
  listed ??= listHeads().map((head) => ({ ...toCatalogueSummary(head, verificationOf(head.id)), origin: 'hub' }));
  return listed;
}

/** One that an organization added. */
export function toConnectorSummary(connector: Connector): ConnectorSummary {
  return { ...toCatalogueSummary(toHead(connector), getVerification(connector)), origin: 'organization' };
}

/** A connector as the catalogue shows it, with how well it is proven. */
function describeConnector(connector: Connector): CatalogueEntry & Pick<ConnectorRecord, 'origin'> {
  const origin = isCustomId(connector.id) ? 'organization' : 'hub';
  return { ...toCatalogueEntry(connector, getVerification(connector), findWriteSchema), origin };
}
