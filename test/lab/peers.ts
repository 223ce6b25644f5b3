/**
 * The lab: servers that others wrote, run on loopback as the tests' own children, to talk real protocols with.
 *
 * Those that a package of npm holds run in the tests' own process. The others come from Debian's packages, unpacked into
 * the project's cache: nothing is installed, no service of the machine is touched and no root is needed. Where `apt-get` or its archive is not there, tests that need one are skipped, and the
 * run says how many peers are missing.
 */
export const peerNames = [
  'slapd',
  'sshd',
  'mariadb',
  'snmpd',
  'dovecot',
  'powerdns',
  'prometheus',
  'simplesamlphp',
] as const;

export type PeerName = (typeof peerNames)[number];

/** A peer's packages, and its program among what they hold. */
export const peers: Readonly<Record<PeerName, { packages: readonly string[]; program: string }>> = {
  slapd: { packages: ['slapd'], program: 'usr/sbin/slapd' },
  mariadb: { packages: ['mariadb-server-core'], program: 'usr/sbin/mariadbd' },
  sshd: { packages: ['openssh-server'], program: 'usr/sbin/sshd' },
  snmpd: { packages: ['snmpd'], program: 'usr/sbin/snmpd' },
  powerdns: { packages: ['pdns-server', 'pdns-backend-sqlite3'], program: 'usr/sbin/pdns_server' },
  prometheus: { packages: ['prometheus'], program: 'usr/bin/promtool' },
  simplesamlphp: {
    packages: ['simplesamlphp', 'php-cli', 'php-xml', 'php-mbstring'],
    program: 'usr/share/simplesamlphp/www/index.php',
  },
  // Its own starter would look for its configuration's reader where nobody installed it.
  dovecot: { packages: ['dovecot-imapd'], program: 'usr/bin/doveconf' },
};

/** Where each peer was unpacked; those that could not be had are not there. */
export type Lab = { [name in PeerName]?: string };
