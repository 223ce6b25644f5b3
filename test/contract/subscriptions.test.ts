import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { listConnectors } from '../../connectors/registry.ts';
import { listTopics, type SubscriptionTopic } from '../../connectors/kit/webhook/subscription.ts';
import { listHoles, parseTemplate } from '../../connectors/kit/template.ts';
import type { RequestTemplate } from '../../connectors/kit/http/operations.ts';
import { loadContract } from '../../tools/contract/contract.ts';
import { listSubscriptionUses } from '../../tools/contract/subscription-uses.ts';
import { checkContract } from './judge-connector.ts';

const topics = listConnectors().flatMap((connector) =>
  listTopics(connector).map(([name, topic]) => [`${connector.id}.${name}`, connector, topic] as const),
);

/** Connectors whose descriptions lack what the vendors' pages say of these requests; Graph's are described with the directory. */
const undescribed = new Set([
  'gitlab',
  'jira',
  'zendesk',
  'clickup',
  'microsoft_outlook',
  'microsoft_sharepoint',
  'microsoft_teams',
]);

/** What descriptions have otherwise than the vendors' pages, by topic. */
const contradicted: Readonly<Record<string, readonly string[]>> = {
  // The page shows the body by an example.
  'bitbucket.workspace': ['body: The description knows none.'],
  // The pages' own examples leave it out.
  ...Object.fromEntries(
    ['entra_id.users', 'entra_id.groups'].map((name) => {
      const missing = "body: it must have required property '@odata.type'";
      return [name, [missing, missing]];
    }),
  ),
};

const holes = ['$url', '$name', '$secret', '$events', '$event_names', '$ends_at', '$id'];

function requestsOf({ list, create, verify, secret, remove, ends }: SubscriptionTopic): RequestTemplate[] {
  const others = [verify, secret.request, ends?.renew].filter((request) => request !== undefined);
  return [list.request, create, ...remove, ...others];
}

describe('test/contract/subscriptions', () => {
  it('knows some', () => {
    expect(topics.length).toBeGreaterThan(4);
  });

  it.each(topics)('%s fills the form of the webhook, and names objects of the connector', (_, connector, topic) => {
    const { shape } = connector.webhook?.credentials ?? {};
    const required = Object.entries<z.ZodType>(shape ?? {}).filter(([, field]) => !field.safeParse(undefined).success);

    expect(required.map(([name]) => name)).toEqual([topic.secret.field]);
    expect(Object.keys(topic.objects).filter((id) => !Object.hasOwn(connector.objects, id))).toEqual([]);
    expect(Object.values(topic.objects).flat()).not.toEqual([]);
  });

  it.each(topics)('%s has no holes but those that are filled', (_, connector, topic) => {
    const texts = requestsOf(topic).flatMap(({ path, query, bodyFields = {} }) => [
      path,
      ...Object.values(query),
      ...Object.values(bodyFields),
    ]);
    const asked = texts.flatMap((text) => listHoles(parseTemplate(text)));

    const parts = Object.keys(topic.of ?? {}).map((part) => `$of.${part}`);
    expect(asked.filter((hole) => ![...holes, ...parts].includes(hole) && !hole.startsWith('config.'))).toEqual([]);
    expect(parts.filter((part) => !asked.includes(part))).toEqual([]);
    const lists = Object.values(topic.of ?? {}).flatMap(({ from }) => from ?? []);
    expect(lists.filter((part) => !Object.hasOwn(connector.config.shape, part))).toEqual([]);
    expect(asked).toContain('$url');
    expect(asked).toContain('$id');
    if (topic.secret.path === undefined) expect(asked).toContain('$secret');
    const fields = asked.filter((hole) => hole.startsWith('config.')).map((hole) => hole.slice(7));
    expect(fields.filter((name) => !Object.hasOwn(connector.config.shape, name))).toEqual([]);
  });

  it.each(topics)('%s asks and understands what the vendor describes', (name, connector) => {
    if (connector.transport !== 'http') throw new TypeError('Only HTTP connectors subscribe.');
    const contract = loadContract(connector.id);
    if (contract === undefined) throw new TypeError('There is no contract.');
    const uses = listSubscriptionUses(connector).filter(({ id }) =>
      id.startsWith(`subscription.${name.split('.')[1]}.`),
    );
    const problems = checkContract(connector, contract, uses).filter(({ rule }) => rule !== 'response-described');
    const isSliced = !undescribed.has(connector.id);

    expect(problems.some(({ rule }) => rule === 'described')).toBe(!isSliced);
    const found = problems.filter(({ rule }) => rule !== 'described').map(({ rule, detail }) => `${rule}: ${detail}`);
    expect(found).toEqual(contradicted[name] ?? []);
  });
});
