import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answers } from '../../start/servers/ports.ts';
import { createCertificate } from '../harness/http-certificate.ts';
import type { LabPerson } from './nanoidp.ts';
import { type Peer, startPeer } from './start-peer.ts';

/** A SAML identity provider that others wrote, under PHP's own web server. */
export interface SimpleSaml extends Peer {
  entityId: string;
  ssoUrl: string;
  certificate: string;
  /** Tells it of a hub, and of the certificate that it encrypts for: by AES-128-CBC, of which its version offers no other. */
  trust(provider: { entityId: string; acsUrl: string; encryptFor?: string }): void;
}

const modules = ['ctype', 'dom', 'mbstring', 'posix', 'simplexml', 'tokenizer', 'xml', 'xmlreader', 'xmlwriter'];

/** @param root Where Debian's packages were unpacked. @see https://simplesamlphp.org/docs/1.19/simplesamlphp-idp.html */
export async function startSimpleSaml(root: string, people: readonly LabPerson[]): Promise<SimpleSaml> {
  const { key, cert } = createCertificate('idp.example', 'rsa');
  const php = readdirSync(join(root, 'usr/bin')).find((name) => /^php\d+\.\d+$/.test(name)) ?? 'php';
  const api = readdirSync(join(root, 'usr/lib/php')).find((name) => /^\d{8}$/.test(name)) ?? '';
  const extensions = join(root, 'usr/lib/php', api);
  const peer = await startPeer({
    root,
    program: `usr/bin/${php}`,
    env: ({ folder }) => ({ SIMPLESAMLPHP_CONFIG_DIR: join(folder, 'config') }),
    prepare: ({ folder, port }) => {
      for (const name of ['config', 'metadata', 'cert', 'temp']) mkdirSync(join(folder, name));
      writeFileSync(join(folder, 'cert/idp.pem'), key);
      writeFileSync(join(folder, 'cert/idp.crt'), cert);
      writePhp(join(folder, 'config/config.php'), 'config', toConfig(root, folder, port));
      writePhp(join(folder, 'config/authsources.php'), 'config', { people: toAuthSource(people) });
      writePhp(join(folder, 'metadata/saml20-idp-hosted.php'), 'metadata', {
        [toEntityId(port)]: {
          host: '__DEFAULT__',
          privatekey: 'idp.pem',
          certificate: 'idp.crt',
          auth: 'people',
          'saml20.sign.response': true,
          'saml20.sign.assertion': true,
        },
      });
      const loaded = modules.flatMap((name) => ['-d', `extension=${join(extensions, `${name}.so`)}`]);
      return Promise.resolve([
        '-n',
        // It is older than this PHP, which deprecates some of what it does.
        '-d',
        'display_errors=0',
        ...loaded,
        '-S',
        `127.0.0.1:${port}`,
        '-t',
        join(root, 'usr/share/simplesamlphp/www'),
      ]);
    },
    isReady: answers,
  });
  return {
    ...peer,
    entityId: toEntityId(peer.port),
    ssoUrl: `http://127.0.0.1:${peer.port}/saml2/idp/SSOService.php`,
    certificate: cert,
    trust: ({ entityId, acsUrl, encryptFor }) =>
      writePhp(join(peer.folder, 'metadata/saml20-sp-remote.php'), 'metadata', {
        [entityId]: {
          AssertionConsumerService: acsUrl,
          'simplesaml.nameidattribute': 'uid',
          ...(encryptFor === undefined
            ? {}
            : { 'assertion.encryption': true, certData: encryptFor.replaceAll(/-----[^-]+-----|\s/g, '') }),
        },
      }),
  };
}

const toEntityId = (port: number): string => `http://127.0.0.1:${port}/saml`;

function toConfig(root: string, folder: string, port: number): object {
  return {
    baseurlpath: `http://127.0.0.1:${port}/`,
    certdir: join(folder, 'cert/'),
    metadatadir: join(folder, 'metadata/'),
    attributenamemapdir: join(root, 'etc/simplesamlphp/attributemap/'),
    tempdir: join(folder, 'temp'),
    'logging.handler': 'stderr',
    secretsalt: 'of-this-test',
    'auth.adminpassword': 'of-this-test',
    timezone: 'UTC',
    'enable.saml20-idp': true,
    'module.enable': { core: true, saml: true, exampleauth: true },
    'store.type': 'phpsession',
    'session.cookie.secure': false,
    'session.phpsession.savepath': join(folder, 'temp'),
    'metadata.sources': [{ type: 'flatfile' }],
  };
}

/** Its module for trials: `name:password`, with what it says of the person. */
function toAuthSource(people: readonly LabPerson[]): object {
  const known = people.map(({ name, password, email, groups }) => [
    `${name}:${password}`,
    { uid: [name], mail: [email], groups },
  ]);
  return { 0: 'exampleauth:UserPass', ...Object.fromEntries(known) };
}

function writePhp(file: string, variable: string, value: object): void {
  const text = Buffer.from(JSON.stringify(value)).toString('base64');
  writeFileSync(file, `<?php\n$${variable} = json_decode(base64_decode('${text}'), true);\n`);
}
