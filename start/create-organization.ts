import { parseArgs } from 'node:util';
import { readConfig } from '../core/config.ts';
import { HubError } from '../core/errors.ts';
import { openDatabase } from '../drizzle/index.ts';
import { createOrganization } from '../services/access/organizations/create-organization.ts';
import { recoverMember } from '../services/reset-links/recover-member.ts';
import { recoverOrganization } from '../services/access/organizations/recover-organization.ts';
import { say, showProblem, surviveClosedOutput } from './output.ts';
import { foresee, StartProblem } from './problem.ts';

/**
 * `npm run create-organization -- --name "Example Ltd"`: makes an organization, its first API key and a link for its
 * owner, where `npm start` is not used. Both are shown once and not stored. With `--require-if-match`, every change in it must name the version
 * that it is meant for.
 *
 * `npm run create-organization -- --recover org_…` makes another key and owner link for an organization that has lost its own; with
 * `--reset ada@example.com` instead a link by which that member chooses another password, and with `--remove-second-factors` also
 * loses their second factors and passkeys.
 */
const usage = `npm run create-organization -- --name "Example Ltd" [--require-if-match]
npm run create-organization -- --recover ORGANIZATION_ID [--reset EMAIL [--remove-second-factors]]`;

surviveClosedOutput();
try {
  await main();
} catch (problem) {
  showProblem(problem);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const options = {
    name: { type: 'string' },
    'require-if-match': { type: 'boolean', default: false },
    recover: { type: 'string' },
    reset: { type: 'string' },
    'remove-second-factors': { type: 'boolean', default: false },
  } as const;
  const { values } = foresee(() => parseArgs({ options }), usage);
  const { name, recover, reset } = values;
  if (name === undefined && recover === undefined) throw new StartProblem('The name is missing.', usage);
  if (name !== undefined && recover !== undefined) throw new StartProblem('Use either --name or --recover.', usage);
  if (reset !== undefined && recover === undefined) throw new StartProblem('--reset needs --recover.', usage);
  if (values['remove-second-factors'] && reset === undefined) {
    throw new StartProblem('--remove-second-factors needs --reset.', usage);
  }
  const config = foresee(() => readConfig(process.env), 'Set the same variables as for the API.');
  if (config.HUB_PEPPER === undefined) {
    throw new StartProblem('HUB_PEPPER is not set.', 'Set it to the same value as for the API.');
  }
  const database = openDatabase(config.DATABASE_URL, { role: 'hub_app', max: 1 });
  try {
    const deps = { database, pepper: config.HUB_PEPPER, publicUrl: config.PUBLIC_URL };
    if (recover !== undefined && reset !== undefined) {
      const secondFactors = values['remove-second-factors'];
      say((await resetMember({ ...deps, organizationId: recover, email: reset, secondFactors })).join('\n'));
      return;
    }
    const lines =
      recover === undefined
        ? await create({ ...deps, name: name ?? '', requireIfMatch: values['require-if-match'] })
        : await recoverKey({ ...deps, organizationId: recover });
    say(lines.join('\n'));
    say('The key and the link are not shown again. The link makes whoever opens it first an owner, within a week.');
  } finally {
    await database.close();
  }
}

async function create(given: Parameters<typeof createOrganization>[0]): Promise<string[]> {
  const created = await createOrganization(given);
  return [
    `organization: ${created.organization_id}`,
    `account:      ${created.account_id}`,
    `API key:      ${created.api_key}`,
    `owner link:   ${created.welcome_url}`,
  ];
}

async function resetMember(given: Parameters<typeof recoverMember>[0]): Promise<string[]> {
  const { url, second_factors: removes } = await recoverMember(given).catch((error: unknown) => {
    if (!(error instanceof HubError)) throw error;
    if (error.code !== 'not_found') throw new StartProblem(error.message, usage);
    throw new StartProblem(
      `The organization ${given.organizationId} has no member with this address in this database.`,
      'Give the address that the member signs in with. `--recover` without `--reset` makes a link for another owner.',
    );
  });
  return [
    `reset link:   ${url}`,
    'It works once, within a day, and is not shown again. Earlier links of this person have ended.',
    ...(removes ? ['It also removes their second factors, recovery codes and passkeys.'] : []),
  ];
}

async function recoverKey(given: Parameters<typeof recoverOrganization>[0]): Promise<string[]> {
  const recovered = await recoverOrganization(given).catch((error: unknown) => {
    if (!(error instanceof HubError && error.code === 'not_found')) throw error;
    throw new StartProblem(
      `There is no organization ${given.organizationId} in this database.`,
      'Its id begins with org_: `GET /me` and the audit log show it, and `create-organization` printed it.',
    );
  });
  return [
    `organization: ${given.organizationId} (${recovered.name})`,
    `API key:      ${recovered.api_key}`,
    `owner link:   ${recovered.welcome_url}`,
    'Both have every scope. Before you continue, check the audit log, and the lists of API keys and members for unknown ones.',
  ];
}
