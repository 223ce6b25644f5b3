/**
 * Joiners, movers and leavers over five systems: a table of employees, slapd, a SCIM server, a ticket desk and a mail server.
 *
 * `npm run proof:joiners [-- --people 500 --down 600]`. Everybody is approved; the desk is down for so many seconds in the
 * middle; a tenth moves; a wave of leavers is stopped by the guard and let through once; a last run writes nothing. The last
 * line is JSON; exits 1 when a system holds anything else than it must.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { connectApi } from '../../start/main-job/api-client.ts';
import { cacheDir, projectRoot } from '../../start/state/settings.ts';
import { createConnection, createTargetDatabase, isOver, readRun, type RunRecord } from '../harness/flow.ts';
import { startHubProcess } from '../harness/processes/hub-process.ts';
import { ScimServer } from '../harness/servers/scim-server.ts';
import { installLab } from '../lab/install.ts';
import { baseDn, rootDn, rootPassword, startSlapd } from '../lab/slapd.ts';
import { startPostOffice } from '../lab/smtp.ts';
import { startDesk } from './desk.ts';
import { joinersFlow } from './flow.ts';

const { values } = parseArgs({
  options: { people: { type: 'string', default: '500' }, down: { type: 'string', default: '600' } },
});
const number = z.coerce.number().int();
const people = number.min(50).parse(values.people);
const downSeconds = number.min(1).parse(values.down);
const movers = people / 10;
const leavers = 40;
const groupNames = ['everybody', 'building'];

const ou = `ou=people,${baseDn}`;
const secret = 'CANARY-joiners-51c2';
const made = z.object({ id: z.string() });
const approvals = z.array(made);
/** For what is waited for. */
const timeoutMs = 600_000;

const { slapd: slapdRoot } = await installLab(cacheDir(projectRoot), console.log);
if (slapdRoot === undefined) {
  console.log('There is no slapd here: apt-get cannot download it.');
  process.exit(0);
}
const [directory, scim, desk, mail] = await Promise.all([
  startSlapd(slapdRoot),
  ScimServer.start(secret),
  startDesk(),
  startPostOffice({ user: 'hub', password: secret }),
]);
const ports = [directory.port, scim.port, desk.port, mail.port];
const hub = await startHubProcess({ HUB_EGRESS_ALLOW: ports.map((port) => `127.0.0.1:${port}`).join(',') });
const api = connectApi(hub.facts.api_url, hub.facts.api_key, new AbortController().signal);
const hr = await createTargetDatabase(hub.facts.database_url, 'employees');
let passed = false;
try {
  passed = await prove();
} finally {
  await hr.close();
  await hub.stop();
  desk.stop();
  await Promise.all([directory.stop(), scim.stop(), mail.stop()]);
}
process.exit(passed ? 0 : 1);

async function prove(): Promise<boolean> {
  for (const id of groupNames) scim.groups.set(id, { id, displayName: id, members: [] });
  await hr.sql.unsafe(`create table employees (login text primary key, name text, department text, groups jsonb);
    alter table employees owner to employees;
    insert into employees select 'u' || n, 'Person ' || n, 'Sales', '${JSON.stringify(groupNames)}' from generate_series(1, ${people}) n`);
  const flow = await createFlow();

  desk.downAt = people / 5;
  const joined = await execute(flow);
  await approveAll(joined);
  await waitUntil(() => desk.isDown);
  await sleep(downSeconds * 1000);
  desk.isDown = false;
  desk.downAt = Infinity;
  report('joined', await waitForEnd(joined));
  const afterJoin = await look();

  await hr.sql`update employees set department = 'Finance' where substr(login, 2)::int <= ${movers}`;
  report('moved', await waitForEnd(await execute(flow)));
  const moved = (await readEntries()).filter((entry) => entry['departmentNumber'] === 'Finance').length;

  await hr.sql`delete from employees where substr(login, 2)::int > ${people - leavers}`;
  await waitForEnd(await execute(flow));
  const stopped = await waitForEnd(await execute(flow));
  report('leavers stopped by the guard', stopped);
  const kept = await look();
  report('leavers let through', await waitForEnd(await execute(flow, { max_deletes: leavers })));
  const left = await look();

  const before = scim.requests.filter((line) => !line.startsWith('GET')).length;
  const again = await waitForEnd(await execute(flow));
  report('again', again);
  const writes = scim.requests.filter((line) => !line.startsWith('GET')).length - before;

  const figures = {
    people,
    joined: afterJoin,
    moved,
    withheld: stopped.status === 'partially_succeeded' && kept.active === people,
    left,
    again: writes + again.counters.written,
    mails: mail.deliveries.length,
    refused_while_down: desk.refused,
    down_s: downSeconds,
  };
  console.log(JSON.stringify(figures));
  const all = { entries: people, active: people, members: people * groupNames.length, tickets: people };
  const rest = people - leavers;
  return (
    JSON.stringify(afterJoin) === JSON.stringify(all) &&
    moved === movers &&
    figures.withheld &&
    JSON.stringify(left) === JSON.stringify({ ...all, entries: rest, active: rest }) &&
    figures.again === 0 &&
    new Set(mail.deliveries.map(({ to }) => to[0])).size === people &&
    mail.deliveries.length === people &&
    desk.refused > 0
  );
}

async function createFlow(): Promise<string> {
  const local = '127.0.0.1';
  const [source, ldap, users, tickets, mails] = await Promise.all([
    createConnection(api, {
      name: 'HR',
      service_type: 'postgres',
      config: { ...hr.config, ssl: 'disable' },
      credentials: hr.credentials,
    }),
    createConnection(api, {
      name: 'Directory',
      service_type: 'ldap',
      config: { host: local, port: directory.port, encryption: 'disable', base_dn: baseDn },
      credentials: { bind_dn: rootDn, password: rootPassword },
    }),
    createConnection(api, {
      name: 'Accounts',
      service_type: 'scim',
      config: { base_url: `http://${local}:${scim.port}/` },
      credentials: { token: secret },
    }),
    createConnection(api, {
      name: 'Desk',
      service_type: 'http',
      config: { base_url: `http://${local}:${desk.port}` },
      credentials: {},
    }),
    createConnection(api, {
      name: 'Mail',
      service_type: 'email',
      config: {
        smtp_host: 'localhost',
        smtp_port: mail.port,
        smtp_encryption: 'starttls',
        ca_certificate: mail.certificate,
        from: 'it@a.example',
      },
      credentials: { user: 'hub', password: secret },
    }),
  ]);
  const flow = joinersFlow({ hr: source, directory: ldap, scim: users, desk: tickets, mail: mails }, ou);
  const { id } = await api.call('POST', '/integrations', made, flow);
  await api.call('POST', `/integrations/${id}/activate`, z.unknown());
  return id;
}

async function execute(flow: string, options: object = {}): Promise<string> {
  return (await api.call('POST', `/integrations/${flow}/execute`, made, options)).id;
}

/** Approves whatever a run asks for, until it was asked for everybody. */
async function approveAll(runId: string): Promise<void> {
  let approved = 0;
  await waitUntil(async () => {
    const open = await api.call('GET', `/approvals?status=open&run_id=${runId}&per_page=100`, approvals);
    await Promise.all(open.map(({ id }) => api.call('POST', `/approvals/${id}/approve`, z.unknown(), {})));
    approved += open.length;
    return approved >= people;
  });
}

async function waitForEnd(runId: string): Promise<RunRecord> {
  let run = await readRun(api, runId);
  await waitUntil(async () => {
    run = await readRun(api, runId);
    return isOver(run) && run.status !== 'waiting';
  });
  return run;
}

async function waitUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const until = Date.now() + timeoutMs; !(await isSo()); await sleep(200)) {
    if (Date.now() > until) throw new Error('What was waited for did not come.');
  }
}

/** What the systems hold. */
async function look(): Promise<{ entries: number; active: number; members: number; tickets: number }> {
  return {
    entries: (await readEntries()).length,
    active: [...scim.users.values()].filter((user) => user['active'] === true).length,
    members: [...scim.groups.values()].reduce((sum, { members }) => sum + members.length, 0),
    tickets: desk.tickets.size,
  };
}

async function readEntries(): Promise<readonly Record<string, unknown>[]> {
  const { searchEntries } = await directory.admin.search(ou, { scope: 'one', attributes: ['uid', 'departmentNumber'] });
  return searchEntries;
}

function report(what: string, { status, counters, error }: RunRecord): void {
  console.log(`${what.padEnd(30)} ${status}, ${JSON.stringify(counters)}`);
  if (error !== undefined) console.log(`  ${error.code}: ${error.message}`);
}
