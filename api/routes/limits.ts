import { z } from 'zod';
import { listedRowsMax, perPageMax } from '../../core/pagination.ts';
import { liveStreamsMax } from '../../services/live/live-streams.ts';
import { exportsMax } from '../../services/audit-events/export-slots.ts';
import { metadataBytesMax } from '../../services/accounts/account.ts';
import {
  connectorBytesMax,
  connectorObjectsMax,
  customConnectorsMax,
  customVersionsKept,
} from '../../services/custom-connectors/custom-connector.ts';
import { configBytesMax } from '../../services/connections/connection.ts';
import { pageDefinitionsBytesMax } from '../../services/integrations/select-integration.ts';
import { webhookEndpointsMax } from '../../services/event-endpoints/webhook-endpoint.ts';
import { lookupVersionsKept } from '../../services/lookup-tables/add-version.ts';
import { lookupBytesMax, lookupEntriesMax } from '../../services/lookup-tables/entries.ts';
import { lookupTablesMax } from '../../services/lookup-tables/find-lookup-tables.ts';
import { openOperationsMax } from '../../services/operations/run-operation.ts';
import { intervalMinMs, triggersMax } from '../../services/triggers/trigger-limits.ts';
import { waitingMax } from '../../services/runs/queue/admit-run.ts';
import { waitSecondsMax } from '../../services/shared/wait-until.ts';
import { jsonDepthMax, jsonKeysMax, jsonValuesMax } from '../requests/check-json.ts';
import { bytesPerRequest } from '../rate-limits.ts';
import { bodyBytesMax, hookBytesMax, hookValuesMax, integrationBytesMax } from '../requests/read-json.ts';
import { defineRoute } from '../route.ts';
import { headerBytesMax, headersTimeoutMs, requestTimeoutMs, urlBytesMax } from '../server-limits.ts';

const count = z.number().int().min(0);
const rate = z.object({
  per_minute: count.meta({ description: 'Requests per minute.' }),
  burst: count.meta({ description: 'Burst size: requests that may be made at once.' }),
});

const limitsRecord = z
  .object({
    requests: z
      .object({
        key: rate.meta({ description: 'Of one API key or OAuth client.' }),
        organization: rate.meta({ description: 'Of all credentials of the organization together.' }),
        unauthenticated_address: rate.meta({ description: 'Of one address, without a valid credential.' }),
      })
      .meta({ description: 'Rate limits of requests.' }),
    body: z.object({
      bytes: count.meta({ description: 'Of a body.' }),
      integration_bytes: count.meta({ description: 'Of the body of an integration.' }),
      hook_bytes: count.meta({ description: 'Of a delivery to a hook.' }),
      depth: count.meta({ description: 'Nesting of objects and lists.' }),
      keys: count.meta({ description: 'Members of objects, in total.' }),
      values: count.meta({ description: 'Lists, objects and their members, in total.' }),
      hook_values: count.meta({ description: 'Of a delivery to a hook.' }),
      bytes_per_request: count.meta({
        description: 'Each full multiple of this size counts as one more request against the rate limits.',
      }),
    }),
    request: z.object({
      header_bytes: count.meta({ description: 'Of all headers together.' }),
      url_bytes: count.meta({ description: 'Of the URL with its query.' }),
      seconds: count.meta({ description: 'In which a request must arrive.' }),
      header_seconds: count.meta({ description: 'In which the headers must arrive.' }),
      wait_seconds: count.meta({ description: 'Longest wait for a run (`Prefer: wait`).' }),
    }),
    lists: z.object({
      per_page: count.meta({ description: 'Largest page of a list.' }),
      rows: count.meta({
        description: 'Up to this row a list is counted and page numbers work; beyond it, continue with `after`.',
      }),
      definition_bytes: count.meta({ description: 'Of the definitions of a page of integrations together, as JSON.' }),
    }),
    accounts: z.object({ metadata_bytes: count.meta({ description: 'Of the metadata of an account, as JSON.' }) }),
    connections: z.object({
      config_bytes: count.meta({ description: 'Of the configuration of a connection, as JSON.' }),
    }),
    idempotency: z.object({
      key_characters: count.meta({ description: 'Length of an `Idempotency-Key`.' }),
      kept_hours: count.meta({ description: 'For which a response is stored.' }),
    }),
    runs: z.object({ waiting_per_integration: count.meta({ description: 'Runs that wait for another one.' }) }),
    operations: z.object({ open: count.meta({ description: 'Single operations that have not ended.' }) }),
    schedules: z.object({
      per_integration: count.meta({ description: 'Schedules and other triggers that an integration may have.' }),
      interval_seconds: count.meta({ description: 'The shortest interval of a schedule.' }),
    }),
    webhooks: z.object({ endpoints: count.meta({ description: 'Webhook endpoints of the organization.' }) }),
    audit_events: z.object({ exports: count.meta({ description: 'Of an organization at once.' }) }),
    live: z
      .object({ streams: count.meta({ description: 'Of a caller at once, at each process of the API.' }) })
      .meta({ description: 'Live streams.' }),
    connectors: z.object({
      own: count.meta({ description: 'Connectors that the organization adds.' }),
      definition_bytes: count.meta({ description: 'Of the definition of a connector, as JSON.' }),
      objects: count.meta({ description: 'Of a connector.' }),
      versions_kept: count.meta({ description: 'Of a connector.' }),
      document_bytes: count.meta({ description: 'Of the request that drafts a connector.' }),
    }),
    lookup_tables: z.object({
      entries: count.meta({ description: 'Of a table.' }),
      bytes: count.meta({ description: 'Of the entries of a table, as JSON.' }),
      versions_kept: count.meta({ description: 'Of a table.' }),
      per_integration: count.meta({ description: 'Tables that an integration may use.' }),
    }),
  })
  .meta({ id: 'Limits' });

/** Every limit of the API, as it is configured here. @see docs/limits.md */
export const limitRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/limits',
      operationId: 'getLimits',
      tag: 'Limits',
      summary: 'Get the limits',
      scope: 'any',
      status: 200,
      data: limitsRecord,
    },
    ({ limits }) => ({
      data: {
        requests: {
          key: toRate(limits.key),
          organization: toRate(limits.organization),
          unauthenticated_address: toRate(limits.address),
        },
        body: {
          bytes: bodyBytesMax,
          integration_bytes: integrationBytesMax,
          hook_bytes: hookBytesMax,
          depth: jsonDepthMax,
          keys: jsonKeysMax,
          values: jsonValuesMax,
          hook_values: hookValuesMax,
          bytes_per_request: bytesPerRequest,
        },
        request: {
          header_bytes: headerBytesMax,
          url_bytes: urlBytesMax,
          seconds: requestTimeoutMs / 1000,
          header_seconds: headersTimeoutMs / 1000,
          wait_seconds: waitSecondsMax,
        },
        lists: { per_page: perPageMax, rows: listedRowsMax, definition_bytes: pageDefinitionsBytesMax },
        accounts: { metadata_bytes: metadataBytesMax },
        connections: { config_bytes: configBytesMax },
        idempotency: { key_characters: 255, kept_hours: 24 },
        runs: { waiting_per_integration: waitingMax },
        operations: { open: openOperationsMax },
        schedules: { per_integration: triggersMax, interval_seconds: intervalMinMs / 1000 },
        webhooks: { endpoints: webhookEndpointsMax },
        audit_events: { exports: exportsMax.organization },
        live: { streams: liveStreamsMax.caller },
        connectors: {
          own: customConnectorsMax,
          definition_bytes: connectorBytesMax,
          objects: connectorObjectsMax,
          versions_kept: customVersionsKept,
          document_bytes: integrationBytesMax,
        },
        lookup_tables: {
          entries: lookupEntriesMax,
          bytes: lookupBytesMax,
          versions_kept: lookupVersionsKept,
          per_integration: lookupTablesMax,
        },
      },
    }),
  ),
];

function toRate({ perMinute, burst }: { perMinute: number; burst: number }): z.infer<typeof rate> {
  return { per_minute: perMinute, burst };
}
