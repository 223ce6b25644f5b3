import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { listConnectors } from '../../connectors/registry.ts';
import { listTopics, type SubscriptionTopic } from '../../connectors/kit/webhook/subscription.ts';
import { listHoles, parseTemplate } from '../../connectors/kit/template.ts';
import type { RequestTemplate } from '../../connectors/kit/http/operations.ts';

const topics = listConnectors().flatMap((connector) =>
  listTopics(connector).map(([name, topic]) => [`${connector.id}.${name}`, connector, topic] as const),
);

/** Not in the slice of the vendor's description, which has what objects use: Graph's subscriptions, and webhooks of a repository. */
const unsliced = new Set(['entra_id.users', 'entra_id.groups', 'github.repository']);

/** All of Microsoft Graph: one API of subscriptions, described with the directory. */
function isSliced(name: string): boolean {
  return !unsliced.has(name) && !name.startsWith('microsoft_');
}

const holes = ['$url', '$name', '$secret', '$events', '$event_names', '$ends_at', '$id'];

function requestsOf({ list, create, verify, remove, ends }: SubscriptionTopic): RequestTemplate[] {
  return [list.request, create, ...remove, ...(verify ? [verify] : []), ...(ends ? [ends.renew] : [])];
}

/** `GET /orgs/{config.owner}/hooks/{$id}` → `GET .../orgs/{}/hooks/{}` */
function toPlace(method: string, path: string): string {
  return `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`;
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

  it.each(topics.filter(([name]) => isSliced(name)))('%s asks what the vendor describes', async (_, { id }, topic) => {
    const text = await readFile(new URL(`../../connectors/${id}/contract.json`, import.meta.url), 'utf8');
    const { operations }: { operations: Record<string, { method: string; path: string }> } = JSON.parse(text);
    const known = Object.values(operations).map(({ method, path }) => toPlace(method, path));
    const isKnown = ({ method, path }: RequestTemplate): boolean => {
      const [, place = ''] = toPlace(method, path).split(' ');
      return known.some((one) => one.startsWith(`${method} `) && one.endsWith(place));
    };
    // Verified by a request that no object has.
    const asked = requestsOf({ ...topic, verify: topic.list.request });

    expect(asked.filter((request) => !isKnown(request)).map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});
