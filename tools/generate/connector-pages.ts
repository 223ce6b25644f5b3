import { type CatalogueTrigger, toCatalogueEntry, type Verification } from '../../connectors/kit/catalogue-entry.ts';
import { findWriteSchema } from '../../connectors/registry.ts';
import type { Connector } from '../../connectors/kit/connector.ts';
import { toJsonObject } from '../../connectors/kit/type-guards.ts';
import type { JsonObject } from '../../core/json.ts';
import { renderConnectorExample } from './connector-example.ts';
import { countNotDocumented } from '../meaning/load-meaning.ts';
import { renderMeaning } from './meaning-section.ts';
import type { Output } from './output.ts';

/** A page for each connector: how to connect, what it reads and writes, and how well that is proven. */
export function renderConnectorPages(
  connectors: readonly { connector: Connector; verification: Verification }[],
): Output[] {
  return connectors.map(({ connector, verification }) => ({
    path: `connectors/${connector.id}/README.md`,
    text: renderPage(connector, verification),
  }));
}

function sayNotDocumented(connector: Connector): string {
  const count = countNotDocumented(connector);
  const facts = `${count} ${count === 1 ? 'fact' : 'facts'}`;
  return count === 0 ? '' : `, ${facts} not documented by the vendor and handled either way`;
}

function renderPage(connector: Connector, verification: Verification): string {
  const entry = toCatalogueEntry(connector, verification, findWriteSchema);
  const { level, source, asOf, operations, sheets } = verification;
  const { peers } = entry.verification;
  return [
    `# ${connector.name}`,
    `\`service_type\`: \`${connector.id}\`. Vendor: ${connector.vendor}. [Documentation](${connector.docsUrl}).`,
    `Proof: **${level}**, ${operations.verified} of ${operations.total} operations verified, by ${source} (${asOf}); ${sheets.complete} of ${sheets.objects} meaning sheets complete${sayNotDocumented(connector)}.`,
    ...sayCustomers(connector, operations),
    ...(peers.length === 0 ? [] : [`Its tests run against real servers: ${peers.join(', ')}.`]),
    '## Authentication',
    ...connector.auth.map(renderMethod),
    ...renderFields('Configuration', entry.config_schema),
    ...sayPlaces(connector),
    ...renderConnectorExample(entry, connector),
    ...(entry.objects.length === 0 ? [] : ['## Objects', renderObjects(entry.objects)]),
    ...renderNamed(entry.objects),
    ...renderMeaning(connector),
    ...(entry.dynamic_objects === undefined
      ? []
      : [
          '## Dynamic objects',
          `${entry.dynamic_objects.title}. ${entry.dynamic_objects.help}`,
          ...renderOptions('`source.options`', entry.dynamic_objects.source_options_schema),
          ...renderOptions('`target.options`', entry.dynamic_objects.target_options_schema),
        ]),
    ...entry.triggers.flatMap(renderWebhook),
    '## Limits',
    renderLimits(connector),
    'Generated from the definition by `node tools/generate.ts`.',
  ].join('\n\n');
}

function sayPlaces(connector: Connector): string[] {
  if (connector.transport !== 'http' || connector.places === undefined) return [];
  const once = Object.entries(connector.objects).flatMap(([name, { readOnce }]) =>
    readOnce === 'connection' ? [`\`${name}\``] : [],
  );
  const places =
    '[Several AWS accounts and regions](../../docs/connections.md#several-aws-accounts-and-regions) are read as one list where roles or regions are given.';
  return [once.length === 0 ? places : `${places} In the place of the credentials alone: ${once.join(', ')}.`];
}

/** What no description can tell, and why. */
function sayCustomers({ dynamicObjects }: Connector, { customerDefined }: Verification['operations']): string[] {
  const reason = dynamicObjects?.customerDefined;
  if (customerDefined === undefined || reason === undefined) return [];
  return [`In addition, ${customerDefined} operations on dynamic objects, which no description covers. ${reason}`];
}

function renderMethod({ id, title, setup, credentials }: Connector['auth'][number]): string {
  const fields = Object.keys(credentials.shape).map((name) => `\`${name}\``);
  const form = fields.length === 0 ? 'no fields' : fields.join(', ');
  return `- \`${id}\`: ${title} (${form}).${setup === undefined ? '' : ` ${setup}`}`;
}

function renderFields(heading: string, schema: JsonObject): string[] {
  const properties = Object.entries(toJsonObject(schema['properties']));
  if (properties.length === 0) return [];
  const rows = properties.map(([name, field]) => {
    const { title, help, example } = toJsonObject(field);
    return `| \`${name}\` | ${toCell(title)} | ${toCell(example)} | ${toCell(help)} |`;
  });
  return [`## ${heading}`, ['| field | title | example | note |', '| --- | --- | --- | --- |', ...rows].join('\n')];
}

function renderOptions(heading: string, schema: JsonObject): string[] {
  const rows = Object.entries(toJsonObject(schema['properties'])).map(([name, field]) => {
    const { title, help, default: preset } = toJsonObject(field);
    const shown = preset === undefined ? '' : `\`${JSON.stringify(preset)}\``;
    return `| \`${name}\` | ${toCell(title)} | ${shown.replaceAll('|', String.raw`\|`)} | ${toCell(help)} |`;
  });
  if (rows.length === 0) return [];
  return [`### ${heading}`, ['| option | title | default | note |', '| --- | --- | --- | --- |', ...rows].join('\n')];
}

function toCell(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('|', String.raw`\|`) : '';
}

function renderObjects(objects: ReturnType<typeof toCatalogueEntry>['objects']): string {
  const rows = objects.map(({ id, title, key = [], operations }) => {
    const kinds = operations.map(({ kind }) => kind).join(', ');
    return `| \`${id}\` | ${toCell(title)} | ${key.map((path) => `\`${path}\``).join(', ')} | ${kinds} |`;
  });
  return ['| object | title | key | operations |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** What steps of flows and single calls do to a record by a name of its own. */
function renderNamed(objects: ReturnType<typeof toCatalogueEntry>['objects']): string[] {
  const rows = objects.flatMap(({ id, named_operations: named = [] }) =>
    named.map((one) => {
      const values = Object.keys(one.values).length === 0 ? '' : ` with \`${JSON.stringify(one.values)}\``;
      return `| \`${id}\` | \`${one.id}\` | ${one.kind} of \`${one.object}\`${values} |`;
    }),
  );
  if (rows.length === 0) return [];
  return [
    '## Named operations',
    'What [steps of flows](../../docs/flows.md#named-operations) and [single calls](../../docs/connections.md#single-operations) can do to a record that `target_id` names.',
    ['| object | operation | is |', '| --- | --- | --- |', ...rows].join('\n'),
  ];
}

function renderWebhook(trigger: CatalogueTrigger): string[] {
  const fields = Object.keys(toJsonObject(trigger.credentials_schema['properties'])).map((name) => `\`${name}\``);
  const known = trigger.deduplicates
    ? 'redelivered events are recognized'
    : 'events have no ids, so a redelivered event starts a run';
  return [
    '## Webhooks',
    `Events start runs of integrations with a \`webhook\` trigger. Deliveries are verified by \`${trigger.signature}\` (${fields.join(', ')}); ${known}. [Documentation](${trigger.docs_url}).`,
    trigger.setup,
    ...renderSubscription(trigger.subscription),
  ];
}

function renderSubscription(subscription: CatalogueTrigger['subscription']): string[] {
  if (subscription === undefined) return [];
  const rows = subscription.topics.map(({ id, title, needs, of = [], objects }) => {
    const names = objects.map((object) => `\`${object.id}\``).join(', ');
    const parts = of.map(
      ({ name, title: what, from }) =>
        `\`${name}\`: ${what}${from === undefined ? '' : `; default: the only one of \`${from}\``}`,
    );
    return `| \`${id}\` | ${title} | ${parts.join(', ')} | ${names} | ${needs} |`;
  });
  return [
    `With [\`subscribe\`](../../docs/triggers.md#subscribe), the hub registers the address itself ([documentation](${subscription.docs_url})).`,
    ['| `to` | what | `of` | tells of | needs |', '| --- | --- | --- | --- | --- |', ...rows].join('\n'),
  ];
}

function renderLimits({ limits }: Connector): string {
  const buckets = limits.buckets.map(({ limit, perMs }) => `${limit} calls in ${perMs / 1000} s`);
  return [`At most ${limits.concurrency} calls at once`, ...buckets].join(', ').concat('.');
}
