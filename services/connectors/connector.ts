import { z } from 'zod';
import { type CatalogueEntry, toCatalogueEntry } from '../../connectors/kit/catalogue-entry.ts';
import type { Connector } from '../../connectors/kit/connector.ts';
import { findWriteSchema, getConnector as findConnector, getVerification } from '../../connectors/registry.ts';
import { connectorCategories } from '../../core/enums.ts';

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
    verification: z.object({
      level: z.enum(['documented', 'described', 'verified']),
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
      sheets: z
        .object({ complete: z.number().int(), objects: z.number().int() })
        .meta({ description: "Objects, and those for which every fact about the vendor's data is known." }),
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
          signature: z.enum(['hmac', 'standard_webhooks', 'token', 'jwt', 'sns']),
          deduplicates: z.boolean().meta({ description: 'An event that is sent again is known, and starts nothing.' }),
        }),
      )
      .meta({ description: 'What else than a schedule or a person can start runs that read from it.' }),
    rate_limits: z.array(z.object({ name: z.string(), limit: z.number(), per_ms: z.number() })),
    hosts: z.array(z.string()).meta({ description: 'Where credentials are sent.' }),
  })
  .meta({ id: 'Connector' });

export type ConnectorSummary = z.infer<typeof connectorSummary>;
export type ConnectorRecord = z.infer<typeof connectorRecord>;

const rendered = new Map<string, ConnectorRecord>();

/** Renders a connector once; what connectors are does not change while a process runs. */
export function renderConnector(id: string): ConnectorRecord | undefined {
  const known = rendered.get(id);
  if (known !== undefined) return known;
  const connector = findConnector(id);
  if (connector === undefined) return undefined;
  const record = connectorRecord.parse(describeConnector(connector));
  rendered.set(id, record);
  return record;
}

/** A connector as the catalogue shows it, with how well it is proven. */
export function describeConnector(connector: Connector): CatalogueEntry {
  return toCatalogueEntry(connector, getVerification(connector), findWriteSchema);
}
