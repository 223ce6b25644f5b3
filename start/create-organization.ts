import { parseArgs } from 'node:util';
import { readConfig } from '../core/config.ts';
import { openDatabase } from '../drizzle/index.ts';
import { createOrganization } from '../services/organizations/create-organization.ts';
import { say, showProblem, surviveClosedOutput } from './output.ts';
import { foresee, StartProblem } from './problem.ts';

/**
 * `npm run create-organization -- --name "Example Ltd"`: makes an organization and its first API key, where `npm start`
 * is not used. The key is shown once and not stored. With `--require-if-match`, every change in it must name the version
 * that it is meant for.
 */
const usage = 'npm run create-organization -- --name "Example Ltd" [--require-if-match]';

surviveClosedOutput();
try {
  await main();
} catch (problem) {
  showProblem(problem);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const options = { name: { type: 'string' }, 'require-if-match': { type: 'boolean', default: false } } as const;
  const { values } = foresee(() => parseArgs({ options }), usage);
  if (values.name === undefined) throw new StartProblem('The name is missing.', usage);
  const config = foresee(() => readConfig(process.env), 'Set the same variables as for the API.');
  if (config.HUB_PEPPER === undefined) {
    throw new StartProblem('HUB_PEPPER is not set.', 'Set it to the same value as for the API.');
  }
  const database = openDatabase(config.DATABASE_URL, { role: 'hub_app', max: 1 });
  try {
    const created = await createOrganization({
      database,
      pepper: config.HUB_PEPPER,
      name: values.name,
      requireIfMatch: values['require-if-match'],
    });
    say(
      `organization: ${created.organization_id}\naccount:      ${created.account_id}\nAPI key:      ${created.api_key}`,
    );
    say('The key is not shown again.');
  } finally {
    await database.close();
  }
}
