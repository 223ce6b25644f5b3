import { describe, expect, it } from 'vitest';
import { ownDefinition } from '../../../test/harness/flows/own-connector.ts';
import { ownWebhook } from '../../../test/harness/flows/own-subscription.ts';
import { listTopics } from '../webhook/subscription.ts';
import { compileDefinition, parseDefinition } from './compile-definition.ts';
import { movesCredentials } from './destinations.ts';

const known = { id: 'x_acme', version: 1, asOf: '2026-11-29' };
const at = 'webhook.subscription.topics.people';
const create = {
  method: 'POST',
  path: '/hooks',
  bodyFields: { address: '{$url}', key: '{$secret}', g: '{$of.group}' },
};

function parse(webhook: ReturnType<typeof ownWebhook>) {
  const parsed = parseDefinition(ownDefinition({ webhook }));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.definition;
}

function refusals(webhook: ReturnType<typeof ownWebhook>): string[] {
  const parsed = parseDefinition(ownDefinition({ webhook }));
  return parsed.ok ? [] : parsed.problems.map(({ path, code }) => `${path} ${code}`);
}

describe('connectors/kit/custom/subscriptions', () => {
  it('makes the topics that connectors of the hub declare', () => {
    const [[name, topic] = []] = listTopics(compileDefinition(known, parse(ownWebhook())));

    expect(name).toBe('people');
    expect(topic).toMatchObject({
      list: { kind: 'pages', request: { path: '/hooks' } },
      of: { group: { title: 'Group' } },
      secret: { field: 'secret' },
      ends: { lifeS: 86_400, path: 'hook.until' },
    });
  });

  it.each([
    ['tells of no object of the connector', { objects: { pets: ['created'] } }, [`${at}.objects.pets unknown_object`]],
    ['tells of nothing', { objects: {} }, [`${at}.objects invalid_value`]],
    [
      'is about nothing that its request names',
      { of: { team: { title: 'T' } }, create },
      [`${at}.create.bodyFields.g unknown_hole`, `${at}.create missing_hole`],
    ],
    [
      'takes its default from no parameter',
      { of: { group: { title: 'G', from: 'groups' } } },
      [`${at}.of.group.from unknown_parameter`],
    ],
    [
      'does not say where to send',
      { create: { ...create, bodyFields: { g: '{$of.group}', key: '{$secret}' } } },
      [`${at}.create missing_hole`],
    ],
    [
      'does not say which to remove',
      { remove: [{ method: 'DELETE', path: '/hooks' }] },
      [`${at}.remove[0] missing_hole`],
    ],
    [
      'puts the secret into the wrong request',
      { remove: [{ method: 'DELETE', path: '/hooks/{$id}/{$secret}' }] },
      [`${at}.remove[0].path unknown_hole`],
    ],
    [
      'puts credentials into a request',
      { verify: { method: 'POST', path: '/hooks/{auth.token}' } },
      [`${at}.verify.path secret_hole`],
    ],
    [
      'leads elsewhere',
      { remove: [{ method: 'DELETE', path: '//evil.example/{$id}' }] },
      [`${at}.remove[0].path invalid_path`],
    ],
    [
      'lasts for no time',
      { ends: { lifeS: 1, renew: { method: 'PATCH', path: '/hooks/{$id}' } } },
      [`${at}.ends.lifeS too_small`],
    ],
  ])('refuses a topic that %s', (_, topic, problems) => {
    expect(refusals(ownWebhook({}, topic))).toEqual(problems);
  });

  it.each([
    ['none', { addresses: ['203.0.113.0/24'] }],
    ['two', { basic: true }],
    ['one that only the system can make', { standard_webhooks: {} }],
  ])('refuses to subscribe where deliveries are verified by %s', (_, verify) => {
    expect(refusals(ownWebhook({ verify }))).toEqual(['webhook.subscription secrets_not_one']);
  });

  it('sees that a request of a subscription would send credentials elsewhere', () => {
    const moved = { remove: [{ method: 'DELETE', base: 'https://other.example', path: '/hooks/{$id}' }] };

    expect(movesCredentials(parse(ownWebhook()), parse(ownWebhook()))).toBe(false);
    expect(movesCredentials(parse(ownWebhook()), parse(ownWebhook({}, moved)))).toBe(true);
  });
});
