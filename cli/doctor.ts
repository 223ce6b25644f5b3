import { join, resolve } from 'node:path';
import { examine } from '../doctor/index.ts';
import type { Finding } from '../doctor/index.ts';
import { misuse } from './cli-error.ts';
import type { CliContext, GlobalOptions } from './context.ts';
import type { Ending } from './exit-codes.ts';
import { localHubFile } from './hubs/find-hub.ts';
import { printList } from './output/print.ts';
import { showControls, styleFor } from './output/style.ts';
import { toJson } from '../as-code/values.ts';

/** Where the quick start reads from, which answers everybody. */
const referenceDefault = 'https://www.cisa.gov/';

/** Of the longest name of a check: `clock (the outside)`. */
const nameLength = 20;

const signs = { ok: '✓', warning: '!', problem: '✗', skipped: '–' } as const;
const looks = { ok: 'green', warning: 'yellow', problem: 'red', skipped: 'dim' } as const;

/** Looks at what is behind the API, and says what is wrong and what helps. */
export async function runDoctor(context: CliContext, options: GlobalOptions & { reference?: string }): Promise<Ending> {
  const { reference = referenceDefault } = options;
  if (!URL.canParse(reference)) throw misuse('--reference takes an address: https://…');
  const asData = options.json === true || options.yaml === true || options.field !== undefined;
  const findings: Finding[] = [];
  const examination = {
    env: context.env,
    dataDir: resolve(join(localHubFile(context), '..')),
    cwd: context.cwd,
    reference,
    clock: context.clock,
    nodeVersion: process.versions.node,
  };
  for await (const finding of examine(examination)) {
    findings.push(finding);
    if (!asData) showFinding(context, finding);
  }
  if (asData) await printList(context, options, findings.map(toJson), []);
  else context.stdout.write(`\n${summarize(findings)}\n`);
  return findings.some(({ status }) => status === 'problem') ? 'unsuccessful' : 'done';
}

/** `14 checks: 12 fine, 1 problem (postgres), 1 warning (egress). For scripts: --json` */
function summarize(findings: readonly Finding[]): string {
  const named = (status: Finding['status']): string[] =>
    findings.flatMap((finding) => (finding.status === status ? [finding.check] : []));
  const tell = (status: Finding['status'], one: string, more: string): string[] => {
    const checks = named(status);
    return checks.length === 0 ? [] : [`${checks.length} ${checks.length === 1 ? one : more} (${checks.join(', ')})`];
  };
  const parts = [
    `${named('ok').length} fine`,
    ...tell('problem', 'problem', 'problems'),
    ...tell('warning', 'warning', 'warnings'),
    ...tell('skipped', 'not looked at', 'not looked at'),
  ];
  return `${findings.length} checks: ${parts.join(', ')}. For scripts: --json`;
}

function showFinding(context: CliContext, { check, status, message, remedy }: Finding): void {
  const style = styleFor(context, context.stdout);
  context.stdout.write(`${style(looks[status], signs[status])} ${check.padEnd(nameLength)} ${showControls(message)}\n`);
  if (remedy !== undefined) context.stdout.write(`${' '.repeat(nameLength + 3)}${showControls(remedy)}\n`);
}
