import { describe, expect, it } from 'vitest';
import { listConnectors } from '../../connectors/registry.ts';
import type { Connector } from '../../connectors/kit/connector.ts';
import type { Webhook } from '../../connectors/kit/webhook/webhook.ts';
import { checkDefinition } from './check-definition.ts';
import { checkDeliveries } from './check-deliveries.ts';

const [withWebhook] = listConnectors().filter(({ id }) => id === 'github');

/** GitHub with another webhook. */
function change(members: Partial<Webhook>): Connector {
  const webhook = withWebhook?.webhook;
  if (withWebhook === undefined || webhook === undefined) throw new Error('GitHub has no webhook.');
  return { ...withWebhook, webhook: { ...webhook, ...members } };
}

const github = change({}).webhook?.signature;

async function listDetails(connector: Connector): Promise<string> {
  return (await checkDeliveries(connector)).map(({ detail }) => detail).join('\n');
}

describe('test/contract/check-deliveries', () => {
  it.each(
    listConnectors().flatMap((connector) => (connector.webhook === undefined ? [] : [[connector.id, connector]])),
  )('finds nothing wrong with %s', async (_, connector) => {
    if (typeof connector === 'string') throw new Error('No connector.');

    expect(await checkDeliveries(connector)).toEqual([]);
  });

  it('finds a webhook that believes anyone', async () => {
    const open = change({
      signature: { kind: 'token', place: { in: 'header', name: 'x-github-event' }, value: 'push' },
    });

    expect(await listDetails(open)).toContain('It takes it for other credentials');
  });

  it('finds a webhook that lets the body be changed', async () => {
    if (github?.kind !== 'hmac') throw new Error('GitHub signs by HMAC.');

    const found = await listDetails(change({ signature: { ...github, signed: '' } }));

    expect(found).toContain('It understands');
  });

  it('finds events that are read wrongly', async () => {
    const found = await listDetails(change({ events: { name: { in: 'header', name: 'x-github-delivery' } } }));

    expect(found).toContain('It understands');
  });

  it('finds a webhook that no vector shows', async () => {
    expect(await listDetails({ ...change({}), id: 'crowdstrike' })).toContain('No vector shows an event.');
  });

  it('finds fields that a form does not have, and what is no path', () => {
    if (github?.kind !== 'hmac') throw new Error('GitHub signs by HMAC.');
    const broken = change({ signature: { ...github, key: 'key' }, events: { name: { in: 'event', name: '.type' } } });

    expect(checkDefinition(broken).map(({ rule }) => rule)).toEqual(['webhook-consistent', 'webhook-consistent']);
  });
});
