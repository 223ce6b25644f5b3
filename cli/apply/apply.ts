import { chmod, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { carryOut, type Outcome } from '../../as-code/carry-out.ts';
import { findKind, type Kind, kinds } from '../../as-code/kinds.ts';
import { findRefusals } from '../../as-code/find-refusals.ts';
import type { Outside } from '../../as-code/outside.ts';
import { makePlan, type Plan } from '../../as-code/plan.ts';
import { UnusableFiles } from '../../as-code/problem.ts';
import { createHubClient } from '../../client/create-hub-client.ts';
import { HubApiError } from '../../client/hub-api-error.ts';
import type { JsonObject } from '../../core/json.ts';
import { misuse } from '../cli-error.ts';
import type { CliContext, GlobalOptions } from '../context.ts';
import { describeError } from '../output/describe-error.ts';
import type { Ending } from '../exit-codes.ts';
import { findHub } from '../hubs/find-hub.ts';
import { findOutside } from '../input/outside.ts';
import { printList, say } from '../output/print.ts';
import { readFiles } from './read-files.ts';
import { describeStep, showPlan } from './show-plan.ts';

export interface ApplyOptions extends GlobalOptions {
  file: string;
  prune?: boolean;
  yes?: boolean;
  dryRun?: boolean;
  credentials?: boolean;
  kinds?: string;
  secretsTo?: string;
}

/** Makes an organization what a file or a folder says: shows the plan, asks, and does it. */
export async function apply(context: CliContext, options: ApplyOptions): Promise<Ending> {
  if (options.file === '') throw misuse('--file takes a file or a folder.');
  const manifests = await readFiles(resolve(context.cwd, options.file));
  const outside: Outside = (reference, folder) => findOutside(reference, { env: context.env, folder });
  const { url, apiKey } = await findHub(context, options);
  const hub = createHubClient({ baseUrl: url, apiKey });
  const { organization } = await hub.call('getMe', {}, { signal: context.signal });
  const plan = await makePlan(hub, manifests, {
    outside,
    wanted: readKinds(options.kinds),
    prune: options.prune === true,
    renewCredentials: options.credentials === true,
    signal: context.signal,
  });
  for (const line of [`${organization.name} at ${url}`, ...showPlan(context, plan)]) say(context, line);
  if (options.dryRun === true) {
    const refusals = await findRefusals(hub, plan, { outside, signal: context.signal });
    if (refusals.length > 0) throw new UnusableFiles('As it is now, the hub would refuse this:', refusals);
    return plan.steps.length === 0 ? 'done' : 'changes';
  }
  if (plan.steps.length === 0) return 'done';
  requirePlaceForSecrets(plan, options);
  if (options.yes !== true && !(await confirm(context))) return 'changes';
  const outcomes: Outcome[] = [];
  const deps = { hub, outside, signal: context.signal, keepSecret: keepIn(context, options.secretsTo) };
  for await (const outcome of carryOut(plan, deps)) {
    outcomes.push(outcome);
    for (const line of describeOutcome(outcome)) say(context, line);
  }
  if (options.json === true || options.yaml === true) await printList(context, options, outcomes.map(toRecord), []);
  return outcomes.every(({ status }) => status === 'done') ? 'done' : 'incomplete';
}

/** `connection,integration` → these kinds; without a list, all. */
export function readKinds(list: string | undefined): readonly Kind[] {
  if (list === undefined) return kinds;
  return list.split(',').map((name) => {
    const kind = findKind(name.trim());
    if (kind === undefined)
      throw misuse(`There is no kind ${name}.`, `Kinds: ${kinds.map((one) => one.name).join(', ')}`);
    return kind;
  });
}

async function confirm(context: CliContext): Promise<boolean> {
  const { stdin, stderr, signal } = context;
  if (stdin.isTTY !== true)
    throw misuse('Nobody is there to confirm the plan.', 'Say so: --yes, or look only: --dry-run');
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    return /^y(?:es)?$/i.test((await lines.question('Do it? [y/N] ', { signal })).trim());
  } finally {
    lines.close();
  }
}

/** Kinds that are given a secret when they are made, which the hub shows this once. */
const secretive = new Set(['oauth-client', 'webhook-endpoint']);

function requirePlaceForSecrets({ steps }: Plan, { secretsTo }: ApplyOptions): void {
  const step = steps.find((one) => one.action === 'create' && secretive.has(one.manifest.kind.name));
  if (step === undefined || secretsTo !== undefined) return;
  throw misuse(
    `${describeStep(step)} is given a secret when it is made, which is shown only once.`,
    'Say in which file to keep it: --secrets-to FILE',
  );
}

/** Adds a line of JSON for each, to a file that only its owner can read. */
function keepIn({ cwd }: CliContext, file: string | undefined) {
  return async (resource: string, secret: JsonObject): Promise<void> => {
    if (file === undefined) throw misuse('There is no file to keep a secret in.', 'Say which: --secrets-to FILE');
    const path = resolve(cwd, file);
    const handle = await open(path, 'a', 0o600);
    try {
      await chmod(path, 0o600);
      await handle.writeFile(`${JSON.stringify({ resource, ...secret })}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  };
}

const done = { create: 'created', change: 'changed', delete: 'deleted' } as const;

function describeOutcome(outcome: Outcome): string[] {
  const { step } = outcome;
  const what = describeStep(step);
  switch (outcome.status) {
    case 'done':
      return [`✓ ${what} ${done[step.action]}`, ...outcome.warnings.map((warning) => `  ! ${warning}`)];
    case 'skipped':
      return [`✗ ${what}: left out, since ${outcome.because} failed`];
    case 'stale':
      return [`✗ ${what}: somebody made or changed it in the meantime. Apply again to see what is left to do.`];
    case 'failed': {
      const [first = '', ...rest] = describeError(outcome.error).lines;
      return [`✗ ${what}: ${first}`, ...rest, ...(lacksCredentials(outcome.error) ? [sendBoth] : [])];
    }
  }
}

const sendBoth = '  To send the credentials of the file with it: hub apply --credentials';

/** A connection was to go to another address without its credentials being sent again. */
function lacksCredentials(error: unknown): boolean {
  const errors = error instanceof HubApiError ? error.details['errors'] : undefined;
  return Array.isArray(errors) && errors.some(isCredentialsRequired);
}

function isCredentialsRequired(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'credentials_required';
}

function toRecord(outcome: Outcome): JsonObject {
  const { step, status } = outcome;
  const warnings = outcome.status === 'done' && outcome.warnings.length > 0 ? { warnings: [...outcome.warnings] } : {};
  const reason = 'error' in outcome ? { error: describeError(outcome.error).data } : {};
  return { resource: describeStep(step), action: step.action, status, ...warnings, ...reason };
}
