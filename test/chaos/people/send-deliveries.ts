import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import type { Flow } from '../flows/set-up-flows.ts';
import { newRecord } from '../flows/source-records.ts';
import type { HubApi } from './hub-api.ts';
import type { People } from './drive-flow.ts';

const secret = `whsec_${Buffer.alloc(32, 'chaos').toString('base64')}`;
const workflows = z.array(z.object({ id: z.string(), hook: z.object({ url: z.string() }) }));
const pauseMs = { min: 300, max: 1500 };
const againShare = 0.2;
const inactiveShare = 0.1;

/** Says what deliveries are signed with. @returns the path that they are sent to. */
export async function openHook(api: HubApi, { id }: Flow): Promise<string> {
  const [workflow] = await api.ask('GET', `/workflows?integration_id=${id}&type=webhook`, workflows);
  if (workflow === undefined) throw new Error('The integration has no hook.');
  await api.ask('PUT', `/workflows/${workflow.id}/hook-credentials`, z.unknown(), { credentials: { secret } });
  return new URL(workflow.hook.url).pathname;
}

/** A vendor that tells of each new record, again where it got no answer, sometimes twice. */
export async function sendDeliveries(flow: Flow, path: string, people: People): Promise<void> {
  const { rng } = flow;
  for (let n = 1; !people.isOver(); n += 1) {
    const send = rng.chance(inactiveShare) ? deliverWhileInactive : deliverNext;
    await people.gate.pass(() => send(flow, path, n, people));
    await sleep(rng.int(pauseMs.min, pauseMs.max));
  }
  // Nothing comes after this one that could hide its loss.
  await deliverWhileInactive(flow, path, 0, people);
}

async function deliverNext(flow: Flow, path: string, n: number, { api, world }: People): Promise<void> {
  flow.records = [...flow.records, newRecord(flow.records.length)];
  await world.setSource(flow.spec.name, flow.records);
  const times = flow.rng.chance(againShare) ? 2 : 1;
  for (let time = 0; time < times; time += 1) await deliver(api, path, `msg_${n}`);
}

/** The hub may refuse it until it is active again, or accept it for then. */
async function deliverWhileInactive(flow: Flow, path: string, n: number, people: People): Promise<void> {
  const { api } = people;
  await api.ask('POST', `/integrations/${flow.id}/deactivate`, z.unknown());
  const delivered = deliverNext(flow, path, n, people);
  await Promise.race([delivered, sleep(1000)]);
  await api.ask('POST', `/integrations/${flow.id}/activate`, z.unknown());
  await delivered;
}

async function deliver(api: HubApi, path: string, id: string): Promise<void> {
  const sent = new Date();
  const body = JSON.stringify({ type: 'person.created', timestamp: sent.toISOString() });
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sent.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, sent, body),
  };
  await api.deliver(path, headers, body);
}
