/**
 * Lets a checker that others wrote (scim2-tester) try a hub's SCIM: discovery, every attribute, filters, search.
 *
 * `npm run proof:scim`. Exits 1 when it found a fault, and with a line that says so where Python or PyPI are not at hand, 0.
 *
 * @see https://scim2-tester.readthedocs.io/
 */
import { join } from 'node:path';
import { z } from 'zod';
import { connectApi } from '../../start/main-job/api-client.ts';
import { runCommand } from '../../start/processes/run-command.ts';
import { startHubProcess } from '../harness/processes/hub-process.ts';
import { installFromPypi } from '../lab/install-from-pypi.ts';

const timeoutMs = 300_000;
const requirements = join(import.meta.dirname, 'scim2-cli.requirements.txt');

const program = await installFromPypi({ name: 'scim2-cli', imports: 'scim2_cli', requirements }, console.log);
if (program !== undefined) {
  const hub = await startHubProcess({ LOG_LEVEL: 'error' });
  try {
    const { api_url: apiUrl, api_key: apiKey } = hub.facts;
    const api = connectApi(apiUrl, apiKey, new AbortController().signal);
    const body = { name: 'Directory', scopes: ['scim:write'] };
    const { secret } = await api.call('POST', '/api-keys', z.object({ secret: z.string() }), body);
    const run = 'from scim2_cli import cli; cli()';
    const asked = ['--url', `${apiUrl}/scim/v2`, '--header', `Authorization: Bearer ${secret}`, 'test'];
    const { code, output } = await runCommand(program, ['-c', run, ...asked], { timeoutMs });
    console.log(output);
    process.exitCode = code === 0 ? 0 : 1;
  } finally {
    await hub.stop();
  }
}
