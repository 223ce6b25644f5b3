/**
 * One run of ten thousand users from a mock Okta into a real slapd, at a rate that binds, through storms of refusals, an
 * end of all tokens and a page that fails: exact, with the allowed rate used and hardly a call refused.
 *
 * `npm run proof:okta-ldap [-- --users 10000 --page 8 --per-minute 600 --flows 1 --kill]`. The last line is JSON; exits 1
 * when a bar is missed. `--flows` has so many integrations share the connection at once; `--kill` ends the worker once with
 * SIGKILL; windows in which it is away are not judged by the rate.
 */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { databaseUrl } from '../../start/servers/database-url.ts';
import { newFleet } from '../../start/processes/fleet.ts';
import { makeLayout } from '../../start/state/layout.ts';
import { cacheDir, projectRoot } from '../../start/state/settings.ts';
import type { RunRecord } from '../harness/flow.ts';
import { startTestPostgres, startTestTemporal } from '../harness/servers.ts';
import { makeTestFolder, removeOldTestFolders } from '../harness/test-folders.ts';
import { installLab } from '../lab/install.ts';
import { prove, type ProofReport } from './prove.ts';

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '10000' },
    page: { type: 'string', default: '8' },
    'per-minute': { type: 'string', default: '600' },
    flows: { type: 'string', default: '1' },
    kill: { type: 'boolean', default: false },
  },
});
const number = z.coerce.number().int().min(1);
const plan = {
  users: number.parse(values.users),
  pageMax: number.max(200).parse(values.page),
  flows: number.max(50).parse(values.flows),
  limit: number.parse(values['per-minute']),
  windowMs: 60_000,
  skewMs: -17_000,
  kill: values.kill,
};
const usedShareMin = 0.9;
const refusedShareMax = 0.01;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

await removeOldTestFolders();
const folder = makeTestFolder();
const layout = makeLayout(folder);
const fleet = newFleet({
  logDir: layout.logs,
  runDir: layout.run,
  say,
  onChange: () => undefined,
  onGivenUp: (problem) => say(problem.message),
});
let passed = false;
try {
  const { slapd: slapdRoot } = await installLab(cacheDir(projectRoot), say);
  if (slapdRoot === undefined) throw new Error('There is no slapd here: apt-get cannot download it.');
  const servers = { fleet, layout, signal: AbortSignal.timeout(300_000) };
  const { port, secrets } = await startTestPostgres(servers);
  const temporal = await startTestTemporal(servers);
  const urlOf = (login: 'hub_app' | 'hub_relay'): string => databaseUrl(port, secrets, login, 'hub');
  const database = { appUrl: urlOf('hub_app'), relayUrl: urlOf('hub_relay') };
  const report = await prove({ fleet, layout, database, temporalAddress: temporal.address, slapdRoot, say }, plan);
  passed = judge(report);
} finally {
  await fleet.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(passed ? 0 : 1);

function judge(report: ProofReport): boolean {
  const { first, second, calls, refused, usedShare = 1 } = report;
  const refusedShare = refused / calls;
  const { lost, surplus, different, stormed, impatient, tokens, unauthorized, failed, killed, windows } = report;
  for (const run of first) say(`first run: ${run.status}, ${JSON.stringify(run.counters)}`);
  for (const run of second) say(`second run: ${run.status}, ${JSON.stringify(run.counters)}`);
  say(`calls by window: ${windows}`);
  say(`refused in storms: ${stormed}, of these before the time told: ${impatient}`);
  for (const fault of report.faults) say(`no client of Okta does this: ${fault}`);
  const secondWrites = second.reduce((sum, { counters }) => sum + counters.written, 0);
  const bars: Readonly<Record<string, boolean>> = {
    exact: lost + surplus + different === 0,
    counted: [...first, ...second].every(isWhole),
    second_run_writes_nothing: secondWrites === 0 && report.secondChangedNothing,
    rate_binds: report.usedShare !== undefined,
    rate_used: usedShare >= usedShareMin,
    refused: refusedShare <= refusedShareMax,
    one_renewal: tokens === 2,
    no_faults: report.faults.length === 0,
  };
  const missed = Object.keys(bars).filter((bar) => bars[bar] !== true);
  const away = { killed, away_s: Math.round(report.awayMs / 100) / 10 };
  const figures = { lost, surplus, different, calls, refused, stormed, tokens, unauthorized, failed, ...away };
  const shares = { used_percent: toPercent(usedShare), refused_percent: toPercent(refusedShare) };
  const { users, flows } = plan;
  say(JSON.stringify({ users, flows, ...figures, ...shares, second_run_writes: secondWrites, missed }));
  return missed.length === 0;
}

function isWhole({ status, counters }: RunRecord): boolean {
  return status === 'succeeded' && counters.read === plan.users && counters.failed === 0;
}

function toPercent(share: number): number {
  return Math.round(share * 1000) / 10;
}
