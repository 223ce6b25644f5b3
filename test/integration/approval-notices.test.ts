import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { type Database, openDatabase } from '../../drizzle/index.ts';
import { notifyApprovals } from '../../schedules/notify-approvals.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { type Item, startTestApi, type TestApi } from '../api/harness.ts';
import { type Browser, addMember, publicUrl } from '../api/people-acts.ts';
import { openActivities, type TestActivities } from '../harness/activities.ts';
import { type Fate, failAt } from '../harness/fail-at-commit.ts';
import { HttpStub } from '../harness/http.ts';
import { type DeliveryLoop, startDeliveryLoop } from '../harness/processes/delivery-loop.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { type PostOffice, startPostOffice } from '../lab/smtp.ts';
import { createWaitActs } from './wait-acts.ts';

let api: TestApi;
let activities: TestActivities;
let loop: DeliveryLoop;
let office: PostOffice;
let stub: HttpStub;
let relayDatabase: Database;
let account: string;
let endpoints: string[];
/** Members by their names: who may decide for all accounts, for one of them, for another one, and who may only look. */
const people: Record<string, { browser: Browser; id: string }> = {};

beforeAll(async () => {
  api = await startTestApi({ publicUrl, allow: ['127.0.0.0/8'] });
  activities = await openActivities(api);
  office = await startPostOffice({ user: 'hub', password: 'right word' });
  const mailer = {
    url: `smtp://hub:right%20word@localhost:${office.port}`,
    from: 'hub@example.com',
    ca: office.certificate,
  };
  const policy = { retryMs: [20, 20], disableAfterMs: 3_600_000 };
  loop = await startDeliveryLoop(api, { policy, timeoutMs: 10_000, allow: ['127.0.0.0/8'], mailer });
  relayDatabase = openDatabase(api.testDatabase.relayUrl, { role: 'hub_relay', max: 1 });
  const addAccount = async (name: string): Promise<string> =>
    (await api.request('POST', '/v1/accounts', { body: { name } })).data.id;
  account = await addAccount('Acme');
  const other = await addAccount('Other');
  const roles = {
    ann: [{ role: 'approver' }],
    ben: [{ role: 'approver', account_id: account }],
    cleo: [{ role: 'approver', account_id: other }],
    vic: [{ role: 'viewer' }],
    olga: [{ role: 'owner' }],
  };
  for (const [name, grants] of Object.entries(roles)) {
    people[name] = await addMember(api, `${name}@example.com`, grants);
  }
});

afterAll(async () => {
  await loop.stop();
  await Promise.all([office.stop(), relayDatabase.close(), activities.close()]);
  await api.close();
});

beforeEach(async () => {
  stub = await HttpStub.start();
  office.deliveries.length = 0;
  endpoints = [];
});

afterEach(async () => {
  for (const id of endpoints) await api.request('DELETE', `/v1/webhook-endpoints/${id}`);
  await stub.stop();
});

const hub = {
  get api() {
    return api;
  },
  get activities() {
    return activities;
  },
  get stub() {
    return stub;
  },
};
const { work } = createWaitActs(hub);

const causes = ['requested', 'reminder', 'escalated'].map((what) => `notification.approval_${what}`);

async function addEndpoint(members: object): Promise<void> {
  const { data, error } = await api.request('POST', '/v1/webhook-endpoints', {
    body: { name: 'Desk', events: causes, ...members },
  });
  expect(error).toBeUndefined();
  endpoints.push(data.id);
}

/** Lets people come to an approval. */
async function ask(wait: object, count: number): Promise<RunInput> {
  stub.always('GET /people', () => ({
    json: Array.from({ length: count }, (_, n) => ({ id: `p${n}`, name: `Name <${n}>` })),
  }));
  const end = await connectStub(hub);
  const body = {
    name: 'Joiners',
    account_id: account,
    source: { ...end, object: '/people', key: ['id'] },
    steps: [{ id: 'manager', wait: { for: 'approval', message: "'Account for ' + record.name + '?'", ...wait } }],
  };
  const { data, error } = await api.request('POST', '/v1/integrations', { body });
  expect(error).toBeUndefined();
  const input = await activities.begin(data.id);
  expect(await work(input)).toMatchObject({ status: 'parked' });
  return input;
}

const notify = (database = api.database) =>
  notifyApprovals({ database, relayDatabase, clock: systemClock, signer: activities.deps.signer });

async function passTime(input: RunInput, time: string): Promise<void> {
  await api.admin`
    update waits set tell_at = tell_at - ${time}::interval where run_id = ${toLookup('run', input.runId)} and status = 'open'`;
}

async function listNotices(input: RunInput): Promise<{ type: string; count: number }[]> {
  const rows = await api.admin<{ type: string; count: number }[]>`
    select type, (snapshot ->> 'count')::int as count from events
    where snapshot ->> 'run_id' = ${toLookup('run', input.runId)} and type like 'notification.%' order by seq`;
  return [...rows];
}

async function listOpen(input: RunInput): Promise<Item[]> {
  return (await api.request('GET', `/v1/approvals?run_id=${input.runId}&status=open`)).list;
}

/** Whom the mails went to, in one of which recipients do not see one another. */
function readMails(): { to: string[]; content: string }[] {
  return office.deliveries.map(({ to, content }) => ({ to: to.toSorted(), content: content.replaceAll('=\r\n', '') }));
}

describe('test/integration/approval-notices', { timeout: 120_000 }, () => {
  it('tells those who may decide, in one message for all items of a step, with what is asked, until when, and where', async () => {
    const texts: string[] = [];
    const cards: { body: { text?: string }[]; actions: { url: string }[] }[] = [];
    stub.always('POST /chat', ({ body }) => {
      texts.push(JSON.parse(body).text);
      return { status: 200 };
    });
    stub.always('POST /teams', ({ body }) => {
      cards.push(JSON.parse(body).attachments[0].content);
      return { status: 202 };
    });
    await addEndpoint({ format: 'email', url: 'mailto:approvers' });
    await addEndpoint({ format: 'slack', url: `${stub.url}/chat` });
    await addEndpoint({ format: 'teams', url: `${stub.url}/teams` });

    const input = await ask({ of: ['role:approver'], timeout: '3d' }, 12);
    await notify();
    expect(await listNotices(input)).toEqual([]);
    await passTime(input, '31 s');
    await Promise.all([notify(), notify()]);
    await notify();

    expect(await listNotices(input)).toEqual([{ type: causes[0], count: 12 }]);
    const { organization_id: organization } = api.organization;
    const link = `https://hub.example.com/app/approvals?run_id=${input.runId}&organization=${organization}`;
    await expect
      .poll(() => [office.deliveries.length, texts.length, cards.length], { timeout: 20_000 })
      .toEqual([1, 1, 1]);
    const [mail] = readMails();
    expect(mail?.to).toEqual(['ann@example.com', 'ben@example.com']);
    expect(mail?.content).not.toContain('ann@example.com');
    expect(mail?.content).toContain('Subject: Joiners: 12 approvals are asked for');
    const [due] = (await listOpen(input)).map((asked) => String(asked['due_at']));
    expect(texts[0]).toMatch(
      /^\*Joiners: 12 approvals are asked for\*\n[^\n]+\nAccount for Name &lt;\d+&gt;\?\n… and 11 more\.\n/,
    );
    expect(texts[0]).toContain(`Step: manager\nDecide until: ${due?.slice(0, 10)}`);
    expect(texts[0]).toContain(`Decide: ${link.replace('&', '&amp;')}`);
    expect(cards[0]?.body[0]?.text).toBe('Joiners: 12 approvals are asked for');
    expect(cards[0]?.actions).toEqual([{ type: 'Action.OpenUrl', title: 'Decide', url: link }]);
  });

  it('writes to members who are named and may decide for the account, and not to who started the run', async () => {
    await addEndpoint({ format: 'email', url: 'mailto:approvers' });
    const named = ['cleo', 'vic', 'olga'].map((name) => `member:${people[name]?.id}`);
    const someNamed = await ask({ of: named }, 1);
    const anybody = await ask({ not_by: 'requester' }, 1);
    await api.admin`update waits set not_by = ${people['ann']?.id ?? ''} where run_id = ${toLookup('run', anybody.runId)}`;

    for (const input of [someNamed, anybody]) {
      await passTime(input, '31 s');
      await notify();
    }

    await expect.poll(() => readMails().map(({ to }) => to), { timeout: 20_000 }).toHaveLength(2);
    expect(
      readMails()
        .map(({ to }) => to)
        .toSorted((a, b) => a.length - b.length),
    ).toEqual([['olga@example.com'], ['ben@example.com', 'olga@example.com']]);
  });

  it('says where nobody can be written to, and sends a test to who asks for it', async () => {
    await addEndpoint({ format: 'email', url: 'mailto:approvers' });
    const [endpoint] = endpoints;
    const input = await ask({ of: [`member:${people['vic']?.id}`] }, 1);
    await passTime(input, '31 s');
    await notify();
    const deliveries = async () => (await api.request('GET', `/v1/webhook-endpoints/${endpoint}/deliveries`)).list;
    await expect.poll(async () => (await deliveries())[0]?.['status'], { timeout: 20_000 }).toBe('delivered');
    expect(office.deliveries).toEqual([]);

    await people['olga']?.browser.request('POST', `/v1/webhook-endpoints/${endpoint}/test`);
    await expect.poll(() => readMails().map(({ to }) => to), { timeout: 20_000 }).toEqual([['olga@example.com']]);
    const body = { name: 'Desk', format: 'email', url: 'mailto:approvers', events: ['notification.failed'] };
    const refused = await api.request('POST', '/v1/webhook-endpoints', { body });
    expect(refused.error).toMatchObject({ code: 'invalid_request', details: { errors: [{ path: 'events[0]' }] } });
  });

  it('reminds as often as it is told to, and asks others as well after a time', async () => {
    await addEndpoint({ format: 'email', url: 'mailto:approvers' });
    const input = await ask(
      {
        of: ['role:approver'],
        reminders: { after: '1d', every: '12h', max: 3 },
        escalate: { after: '30h', of: ['role:owner'] },
      },
      2,
    );
    const [first] = await listOpen(input);
    const decide = () => people['olga']?.browser.request('POST', `/v1/approvals/${first?.id}/approve`);
    for (const time of ['31 s', '1 day', '6 h']) {
      expect((await decide())?.status).toBe(403);
      await passTime(input, time);
      await notify();
    }

    expect((await decide())?.data).toMatchObject({ status: 'approved' });
    for (const time of ['6 h', '12 h', '12 h']) {
      await passTime(input, time);
      await notify();
    }

    const [requested, reminder, escalated] = causes;
    expect(await listNotices(input)).toEqual([
      { type: requested, count: 2 },
      { type: reminder, count: 2 },
      { type: escalated, count: 2 },
      { type: reminder, count: 1 },
      { type: reminder, count: 1 },
    ]);
    await expect.poll(() => office.deliveries.length, { timeout: 20_000 }).toBe(5);
    expect(
      readMails()
        .map(({ to }) => to.length)
        .toSorted((a, b) => a - b),
    ).toEqual([1, 2, 2, 3, 3]);
    const { list: audited } = await api.request('GET', '/v1/audit-events?action=approval.escalated');
    expect(audited).toMatchObject([{ actor: 'system', changes: { count: 2, approvers: ['role:owner'] } }]);
  });

  it('reminds those who were asked first when others are asked at the same time', async () => {
    await addEndpoint({ format: 'email', url: 'mailto:approvers' });
    const input = await ask(
      {
        of: ['role:approver'],
        reminders: { after: '1d', every: '12h', max: 3 },
        escalate: { after: '2d', of: ['role:owner'] },
      },
      2,
    );
    for (const time of ['31 s', '1 day', '12 h', '12 h']) {
      await passTime(input, time);
      await notify();
    }

    const [requested, reminder, escalated] = causes;
    expect((await listNotices(input)).map(({ type }) => type)).toEqual([
      requested,
      reminder,
      reminder,
      reminder,
      escalated,
    ]);
    const asked = ['ann@example.com', 'ben@example.com'];
    const listRecipients = (): string[] => readMails().map(({ to }) => to.join());
    await expect
      .poll(() => listRecipients().toSorted(), { timeout: 20_000 })
      .toEqual([...Array.from({ length: 4 }, () => asked.join()), 'olga@example.com']);
    const [{ left } = { left: 0 }] = await api.admin`
      select coalesce(jsonb_array_length(notices), 0) as left from waits where run_id = ${toLookup('run', input.runId)}`;
    expect(left).toBe(0);
  });

  it.each<Fate>(['forgotten', 'answer lost'])('tells and escalates once when a commit is %s', async (fate) => {
    await addEndpoint({ url: 'https://example.com/hook' });
    const input = await ask({ escalate: { after: '1d', of: ['role:owner'] } }, 3);
    for (const time of ['31 s', '1 day']) {
      await passTime(input, time);
      await expect(notify(failAt(api.database, 1, fate).database)).rejects.toThrow('killed');
      await notify();
    }

    expect(await listNotices(input)).toEqual([
      { type: causes[0], count: 3 },
      { type: causes[2], count: 3 },
    ]);
  });

  it('says the last of what was missed while no worker ran', async () => {
    await addEndpoint({ url: 'https://example.com/hook' });
    const input = await ask({ reminders: { after: '1d', max: 5 } }, 1);
    for (const time of ['31 s', '3 days']) {
      await passTime(input, time);
      await notify();
    }

    expect(await listNotices(input)).toEqual([
      { type: causes[0], count: 1 },
      { type: causes[1], count: 1 },
    ]);
    const [{ left } = { left: 0 }] = await api.admin`
      select jsonb_array_length(notices) as left from waits where run_id = ${toLookup('run', input.runId)}`;
    expect(left).toBe(2);
  });
});
