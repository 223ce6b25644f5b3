/**
 * Flows that run from a connection to what arrived, against a server that others wrote: no part of it is ours, and it is asked
 * past the hub what it has.
 */
export interface PeerFlow {
  /** Id of the connector on the server's side; the other side is PostgreSQL. */
  connector: string;
  server: string;
  /** Where its package comes from. */
  registry: 'Debian' | 'npm' | 'PyPI';
  /** Path of the test. */
  test: string;
}

export const peerFlows: readonly PeerFlow[] = [
  { connector: 'aws', server: 'Moto', registry: 'PyPI', test: 'test/integration/aws-peer.test.ts' },
  { connector: 'aws_cognito', server: 'Moto', registry: 'PyPI', test: 'test/integration/aws-peer.test.ts' },
  {
    connector: 'aws_identity_center',
    server: 'Moto',
    registry: 'PyPI',
    test: 'test/integration/aws-more-peers.test.ts',
  },
  { connector: 'aws_security_hub', server: 'Moto', registry: 'PyPI', test: 'test/integration/aws-more-peers.test.ts' },
  { connector: 'email', server: 'smtp-server', registry: 'npm', test: 'test/integration/protocol-peers.test.ts' },
  { connector: 'ldap', server: 'OpenLDAP', registry: 'Debian', test: 'test/e2e/directory.test.ts' },
  { connector: 'mysql', server: 'MariaDB', registry: 'Debian', test: 'test/integration/protocol-peers.test.ts' },
  { connector: 's3', server: 'Moto', registry: 'PyPI', test: 'test/integration/aws-peer.test.ts' },
  { connector: 'scim', server: 'scim2-server', registry: 'PyPI', test: 'test/integration/scim-peer.test.ts' },
  { connector: 'sftp', server: 'OpenSSH', registry: 'Debian', test: 'test/integration/protocol-peers.test.ts' },
  { connector: 'snmp', server: 'Net-SNMP', registry: 'Debian', test: 'test/integration/protocol-peers.test.ts' },
];
