import { toPageOrigin } from '../../services/access/people/dashboard-url.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { createHubClient, type HubClient } from '../../client/index.ts';
import { execute, readRun } from '../harness/flow.ts';
import { makePeople } from '../harness/people.ts';
import { joinHub, joinPeopleHub, type JoinedHub, type JoinedPeople, startPeopleHub } from '../harness/people-hub.ts';
import { ensureBuilt } from './ensure-built.ts';

/** A hub with something of everything that the dashboard shows. */
export interface Scene {
  hub: JoinedPeople;
  client: HubClient;
  url: string;
  key: string;
  /** Moves all its records. */
  good: { integration: string; run: string };
  /** Some of its records fail. */
  partly: { integration: string; run: string };
  /** Its source refuses. */
  bad: { integration: string; run: string };
  /** Goes through steps. It never ran. */
  flow: string;
  /** A run that waits for an approval of each of its two items. */
  asking: string;
  schedule: string;
  endpoint: string;
  calendar: string;
  /** By which members sign in. */
  sso: string;
  /** Of a link by which a customer connects. */
  linkToken: string;
  stop(): Promise<void>;
}

/** As calendar programs export them. */
export const holidays = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'UID:unity-day',
  'SUMMARY:Day of unity',
  'DTSTART;VALUE=DATE:20261003',
  'RRULE:FREQ=YEARLY',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

const withId = z.object({ id: z.string() });

/** @param name Of the database that the flows write to. */
export async function startScene(name: string): Promise<Scene> {
  // A hub builds it beside its start; nothing here is to meet the page that stands in meanwhile.
  await ensureBuilt();
  return fill(await startPeopleHub(name));
}

/** As `startScene`, in an organization of the hub that test files share. */
export async function joinScene(name: string): Promise<Scene> {
  await ensureBuilt();
  return fill(await joinPeopleHub(name));
}

/** What a hub that a file joins is to the file's tests. */
export interface HubPlace<Hub extends JoinedHub> {
  hub: Hub;
  client: HubClient;
  url: string;
  key: string;
  stop(): Promise<void>;
}

/** The hub that test files share, where nothing is connected yet. */
export async function serveHub(name: string): Promise<HubPlace<JoinedHub>> {
  await ensureBuilt();
  return toPlace(await joinHub(name));
}

/** The same with connections to people and to a table for them. */
export async function servePeople(name: string): Promise<HubPlace<JoinedPeople>> {
  await ensureBuilt();
  return toPlace(await joinPeopleHub(name));
}

function toPlace<Hub extends JoinedHub>(hub: Hub): HubPlace<Hub> {
  const { api_url: baseUrl, api_key: key } = hub.facts;
  const client = createHubClient({ baseUrl, apiKey: key });
  return { hub, client, url: toPageOrigin(baseUrl), key, stop: () => hub.stop() };
}

async function fill(hub: JoinedPeople): Promise<Scene> {
  try {
    return await addEverything(hub);
  } catch (error) {
    await hub.stop();
    throw error;
  }
}

async function addEverything(hub: JoinedPeople): Promise<Scene> {
  const { api, source } = hub;
  const endpoint = await api.call('POST', '/webhook-endpoints', withId, {
    name: 'Alerts of the operations team',
    url: 'https://alerts.example.com/hub',
    events: ['run.failed', 'connection.*'],
  });
  await api.call('POST', '/lookup-tables', withId, {
    name: 'Employee states',
    entries: { A: 'ACTIVE', T: 'SUSPENDED', L: 'LEAVE' },
  });
  const calendar = await api.call('POST', '/calendars', withId, {
    name: 'Office hours',
    timezone: 'Europe/Berlin',
    weekly: [{ on: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:30' }],
    dates: [
      { from: '2026-12-24', to: '2027-01-01', hours: [] },
      { from: '2026-12-28', hours: [{ from: '10:00', to: '12:00' }] },
    ],
    icalendar: holidays,
    icalendar_events: 'out',
  });
  await api.call('POST', '/invitations', withId, { email: 'ada@example.com', roles: [{ role: 'operator' }] });
  await api.call('POST', '/oauth-clients', withId, { name: 'Nightly reports', scopes: ['runs:read'] });
  const sso = await api.call('POST', '/sso-connections', withId, {
    name: 'Example login',
    default_role: 'viewer',
    role_rules: [{ group: 'hub-builders', role: 'builder' }],
    oidc: { issuer: 'https://login.example.com', client_id: 'hub', client_secret: 'of the scene' },
  });
  await api.call('POST', `/sso-connections/${sso.id}/domains`, z.object({}), { domain: 'example.com' });
  const accounts = await api.call('GET', '/accounts', z.array(withId));
  const link = await api.call('POST', '/connections/links', z.object({ url: z.string() }), {
    account_id: accounts[0]?.id,
    service_types: ['bamboohr', 'okta', 'postgres'],
    name: 'People system of Acme',
  });
  source.records = makePeople(2);
  const asking = await runUntilAsked(hub);
  source.records = makePeople(120);
  const good = await makeAndRun(hub, 'People to the directory');
  // Without an e-mail address there is no login, which the mapping requires.
  source.records = makePeople(60).map((person, index) => (index % 12 === 0 ? { ...person, work_email: null } : person));
  const partly = await makeAndRun(hub, 'New hires to the directory');
  source.status = 403;
  const bad = await makeAndRun(hub, 'Contractors to the directory');
  source.status = 200;
  // Not while a test looks at the runs of the flow.
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString();
  await api.call('PUT', `/integrations/${good.integration}`, withId, {
    triggers: [
      { type: 'schedule', every: 'daily', at: '02:00', timezone: 'Europe/Berlin', starts_at: soon },
      { type: 'schedule', id: 'weekly', every: 'weekly', on: ['mon', 'thu'], at: '06:30', starts_at: soon },
    ],
  });
  const flow = await api.call('POST', '/integrations', withId, describeFlow(hub));
  const workflows = await api.call(
    'GET',
    `/workflows?integration_id=${good.integration}&type=scheduled`,
    z.array(withId),
  );
  return {
    ...toPlace(hub),
    good,
    partly,
    bad,
    flow: flow.id,
    asking,
    schedule: workflows[0]?.id ?? '',
    endpoint: endpoint.id,
    calendar: calendar.id,
    sso: sso.id,
    linkToken: new URL(link.url).hash.slice(1),
  };
}

/** Joiners get an account; who left is passed over. */
function describeFlow({ sourceId, targetId }: JoinedPeople): object {
  const written = { connection_id: targetId, object: 'people', operation: 'upsert', match_on: ['id'] };
  return {
    name: 'Joiners and leavers',
    source: { connection_id: sourceId, object: 'people', key: ['id'] },
    steps: [
      { id: 'login', name: 'Make the login', transform: { set: { name: 'lower(record.work_email)' } } },
      {
        id: 'kind',
        condition: [
          { when: "record.state == 'T'", steps: [{ id: 'left', stop: 'skipped' }] },
          {
            when: "change == 'created'",
            steps: [
              {
                id: 'account',
                name: 'Account in the directory',
                when: 'has(record.work_email)',
                action: {
                  ...written,
                  mapping: [
                    { to: 'id', from: 'record.id', required: true },
                    { to: 'login', from: 'steps.login.name', required: true },
                    { to: 'status', value: 'STAGED' },
                  ],
                },
                on_error: [
                  { id: 'give_up', stop: { failed: { code: 'no_account', message: 'The directory refused it.' } } },
                ],
              },
            ],
          },
        ],
        else: [],
      },
      { id: 'done', stop: 'succeeded' },
    ],
  };
}

/** Starts a flow that asks before it writes, and waits until it does. */
export async function runUntilAsked({
  api,
  sourceId,
  targetId,
}: Pick<JoinedPeople, 'api' | 'sourceId' | 'targetId'>): Promise<string> {
  const message = "'Account for ' + record.id + '?'";
  const form = {
    type: 'object',
    properties: { licence: { enum: ['basic', 'full'] }, level: { type: 'integer' } },
    required: ['licence'],
  };
  const { id } = await api.call('POST', '/integrations', withId, {
    name: 'Accounts on approval',
    source: { connection_id: sourceId, object: 'people', key: ['id'] },
    steps: [
      { id: 'manager', wait: { for: 'approval', message, form, timeout: '3d' } },
      {
        id: 'account',
        action: {
          connection_id: targetId,
          object: 'people',
          operation: 'upsert',
          match_on: ['id'],
          mapping: [
            { to: 'id', from: 'record.id', required: true },
            { to: 'status', value: 'STAGED' },
          ],
        },
      },
    ],
  });
  await api.call('POST', `/integrations/${id}/activate`, withId);
  const runId = await execute(api, id);
  for (let tries = 0; (await readRun(api, runId)).status !== 'waiting'; tries += 1) {
    if (tries === 300) throw new Error('The run asks for no approval within a minute.');
    await sleep(200);
  }
  return runId;
}

/** Makes a flow from the people to the table, and runs it to its end. */
export async function makeAndRun(hub: JoinedPeople, name: string): Promise<{ integration: string; run: string }> {
  const integration = await hub.createFlow(name);
  const client = createHubClient({ baseUrl: hub.facts.api_url, apiKey: hub.facts.api_key });
  const { id } = await client.call('executeIntegration', { params: { id: integration } });
  await client.waitForRun(id);
  return { integration, run: id };
}
