import { dirname, join } from 'node:path';
import { runCommand } from '../../start/processes/run-command.ts';
import { answers } from '../../start/servers/ports.ts';
import { installFromPypi } from './install-from-pypi.ts';
import { type Peer, startPeer } from './start-peer.ts';

/** The APIs of Amazon Web Services, from PyPI. @returns `undefined`, said aloud, where they cannot be had. */
export function installMoto(): Promise<string | undefined> {
  const requirements = join(import.meta.dirname, 'moto.requirements.txt');
  const program = { name: 'moto', imports: 'moto.server, flask_cors', requirements };
  return installFromPypi(program, (text) => console.warn(`LAB: ${text}. Its tests are SKIPPED.`));
}

/**
 * Starts an account with no resources: a request goes to the service that its signature names.
 *
 * @param python As `installMoto` gives it.
 * @see https://docs.getmoto.org/en/latest/docs/server_mode.html
 */
export function startMoto(python: string): Promise<Peer> {
  return startPeer({
    root: dirname(dirname(python)),
    program: 'bin/python',
    prepare: ({ port }) => Promise.resolve(['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)]),
    isReady: answers,
  });
}

/** Of an account of it. */
export const awsCredentials = {
  access_key_id: 'AKIAIOSFODNN7EXAMPLE',
  secret_access_key: 'CANARY-aws-81'.padEnd(40, 'x'),
  region: 'eu-central-1',
};

/**
 * Asks past the hub, by the vendor's own client.
 *
 * @param code Python that sets `answer`; `of(service)` gives a client, also for another region, or by a role of another
 *   account.
 */
export async function askAws({ python, url }: { python: string; url: string }, code: string): Promise<unknown> {
  const { access_key_id: key, region } = awsCredentials;
  const script = `
import boto3, json
def of(service, region='${region}', account=None):
    keys = {'AccessKeyId': '${key}', 'SecretAccessKey': 'x', 'SessionToken': None}
    if account is not None:
        keys = of('sts').assume_role(RoleArn='arn:aws:iam::%s:role/test' % account, RoleSessionName='test')['Credentials']
    return boto3.client(service, endpoint_url='${url}', region_name=region, aws_access_key_id=keys['AccessKeyId'],
        aws_secret_access_key=keys['SecretAccessKey'], aws_session_token=keys['SessionToken'])
${code}
print(json.dumps(answer, default=str))`;
  const { code: exit, output } = await runCommand(python, ['-c', script], { timeoutMs: 60_000 });
  if (exit !== 0) throw new Error(output);
  return JSON.parse(output);
}
