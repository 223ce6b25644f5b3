import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { answers } from '../../start/servers/ports.ts';
import { installFromPypi } from './install-from-pypi.ts';
import { type Peer, startPeer } from './start-peer.ts';

/** It does not decode what stands encoded in HTTP's Basic, so the secret has nothing to encode. */
export const nanoidpClient = { client_id: 'hub', client_secret: 'CANARYnanoidp81' };

/** Somebody who can sign in at an identity provider of the lab. */
export interface LabPerson {
  name: string;
  password: string;
  email: string;
  groups: readonly string[];
}

/** The identity provider of PyPI, which speaks OpenID Connect and SAML. @returns `undefined`, said aloud, where it cannot be had. */
export function installNanoidp(): Promise<string | undefined> {
  const requirements = join(import.meta.dirname, 'nanoidp.requirements.txt');
  const program = { name: 'nanoidp', imports: 'nanoidp', requirements };
  return installFromPypi(program, (text) => console.warn(`LAB: ${text}. Its tests are SKIPPED.`));
}

/** @param python As `installNanoidp` gives it. @see https://github.com/cdelmonte-zg/nanoidp */
export function startNanoidp(python: string, people: readonly LabPerson[]): Promise<Peer> {
  return startPeer({
    root: dirname(dirname(python)),
    program: 'bin/python',
    prepare: ({ folder, port }) => {
      const issuer = `http://127.0.0.1:${port}`;
      const settings = {
        config_version: 1,
        server: { host: '127.0.0.1', port },
        oauth: { issuer, audience: 'hub', clients: [nanoidpClient] },
        saml: { export_groups: true },
        jwt: { keys_dir: join(folder, 'keys') },
      };
      const users = people.map(({ name, ...person }) => [name, person]);
      // JSON is YAML, too.
      writeFileSync(join(folder, 'settings.yaml'), JSON.stringify(settings));
      writeFileSync(
        join(folder, 'users.yaml'),
        JSON.stringify({ config_version: 1, users: Object.fromEntries(users) }),
      );
      return Promise.resolve(['-m', 'nanoidp', '--config', folder, '--port', String(port)]);
    },
    isReady: answers,
  });
}
