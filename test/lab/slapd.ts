import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'ldapts';
import { answers } from '../../start/servers/ports.ts';
import { createCertificate } from '../harness/http-certificate.ts';
import { type Peer, startPeer } from './start-peer.ts';

export const baseDn = 'dc=example,dc=com';
export const rootDn = `cn=admin,${baseDn}`;
export const rootPassword = 'CANARY-ldap-7d1f';

/** A directory with an empty `ou=people` and `ou=groups`. */
export interface Directory extends Peer {
  /** Certificate of the host name `localhost`. */
  certificate: string;
  /** A client of the test's own. */
  admin: Client;
}

/**
 * Starts OpenLDAP, with StartTLS and the schema of Active Directory beside the usual ones.
 *
 * @param of.highest The highest number of a change, as a domain controller tells it. Default: none is told.
 */
export async function startSlapd(root: string, { highest }: { highest?: number } = {}): Promise<Directory> {
  const { key, cert } = createCertificate('localhost');
  const peer = await startPeer({
    root,
    program: 'usr/sbin/slapd',
    prepare: ({ folder, port }) => {
      mkdirSync(join(folder, 'data'));
      writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 });
      writeFileSync(join(folder, 'cert.pem'), cert);
      const schemas = join(root, 'etc/ldap/schema');
      writeFileSync(join(folder, 'msuser.schema'), withMatching(readFileSync(join(schemas, 'msuser.schema'), 'utf8')));
      writeFileSync(join(folder, 'root.ldif'), highest === undefined ? 'dn:\n' : toRoot(highest));
      writeFileSync(join(folder, 'slapd.conf'), toConfiguration(folder, root));
      return Promise.resolve(['-d', '64', '-f', join(folder, 'slapd.conf'), '-h', `ldap://127.0.0.1:${port}`]);
    },
    isReady: answers,
  });
  const admin = new Client({ url: `ldap://127.0.0.1:${peer.port}`, timeout: 10_000 });
  await admin.bind(rootDn, rootPassword);
  await admin.add(baseDn, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' });
  for (const name of ['people', 'groups']) {
    await admin.add(`ou=${name},${baseDn}`, { objectClass: 'organizationalUnit', ou: name });
  }
  const stop = async (): Promise<void> => {
    await admin.unbind();
    await peer.stop();
  };
  return { ...peer, certificate: cert, admin, stop };
}

/** The entry that a domain controller names as its service, with what is another one when it was restored. */
export const serviceDn = `cn=service,${baseDn}`;

function toRoot(highest: number): string {
  return `dn:\nhighestCommittedUSN: ${highest}\ndsServiceName: ${serviceDn}\n`;
}

/** What a domain controller tells of its numbers, by ids that are for experiments. */
const numberTypes = [
  "attributetype ( 1.3.6.1.4.1.4203.666.9.1 NAME 'highestCommittedUSN' SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 )",
  "attributetype ( 1.3.6.1.4.1.4203.666.9.2 NAME 'dsServiceName' SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 )",
];

function toConfiguration(folder: string, root: string): string {
  const schemas = join(root, 'etc/ldap/schema');
  const included = ['core', 'cosine', 'nis', 'inetorgperson'].map(
    (name) => `include ${join(schemas, `${name}.schema`)}`,
  );
  return [
    ...included,
    `include ${join(folder, 'msuser.schema')}`,
    ...securityPrincipals.map((id) => `ditcontentrule ( ${id} MAY ( sAMAccountName $ objectSid ) )`),
    ...numberTypes,
    `rootDSE ${join(folder, 'root.ldif')}`,
    `modulepath ${join(root, 'usr/lib/ldap')}`,
    'moduleload back_mdb',
    `TLSCertificateFile ${join(folder, 'cert.pem')}`,
    `TLSCertificateKeyFile ${join(folder, 'key.pem')}`,
    'database mdb',
    'maxsize 268435456',
    `suffix "${baseDn}"`,
    `rootdn "${rootDn}"`,
    `rootpw ${rootPassword}`,
    `directory ${join(folder, 'data')}`,
    'dbnosync',
    'index objectClass,uid,sAMAccountName,uSNChanged eq',
    'access to * by dn.exact="cn=reader,dc=example,dc=com" read by anonymous auth by * none',
    '',
  ].join('\n');
}

/**
 * OpenLDAP's copy of Microsoft's schema says nothing of how values compare: without that, no filter finds any. And what
 * a domain controller gives each entry itself is not asked of clients here.
 */
function withMatching(schema: string): string {
  const open = schema.replace(/MUST \(objectClass \$ instanceType\s+\$ nTSecurityDescriptor \$ objectCategory \)/, '');
  return open.replace(/SYNTAX '([^']+)'/g, (syntax, id: string) => {
    const rule = matching[id.split('.').at(-1) ?? ''];
    return rule === undefined ? syntax : `${rule} ${syntax}`;
  });
}

/** Classes of user, group and computer: in a domain, they have the attributes of a security principal. */
const securityPrincipals = ['1.2.840.113556.1.5.9', '1.2.840.113556.1.5.8', '1.2.840.113556.1.3.30'];

/** By the last number of the syntax. @see https://www.rfc-editor.org/rfc/rfc4517 */
const matching: Readonly<Record<string, string>> = {
  MSADlargeInteger: 'EQUALITY integerMatch ORDERING integerOrderingMatch',
  27: 'EQUALITY integerMatch ORDERING integerOrderingMatch',
  15: 'EQUALITY caseIgnoreMatch SUBSTR caseIgnoreSubstringsMatch',
  40: 'EQUALITY octetStringMatch',
  12: 'EQUALITY distinguishedNameMatch',
};
