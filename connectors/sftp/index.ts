/**
 * SFTP servers: reads CSV, NDJSON, JSON and XML files, one or all of a folder, and the list of files; writes one JSON
 * file per record. The configuration pins the fingerprint of the server's key.
 */
import type { SftpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { sftpConfig, sshKeyAuth, sshPasswordAuth } from '../kit/sftp/settings.ts';
import { sourceOptions, targetOptions } from './options.ts';
import { resolveFiles } from './resolve-files.ts';

const exampleConfig = { host: 'sftp.example.com', host_key: `SHA256:${'A'.repeat(43)}` };

export const connector: SftpConnector = defineConnector({
  id: 'sftp',
  name: 'SFTP server',
  vendor: 'OpenSSH and others',
  category: 'generic',
  docsUrl: 'https://datatracker.ietf.org/doc/html/draft-ietf-secsh-filexfer-02',
  version: '1.0.0',
  tags: ['files', 'csv', 'ndjson', 'json', 'xml', 'ssh'],
  transport: 'sftp',
  config: sftpConfig,
  auth: [sshKeyAuth(), sshPasswordAuth()],
  objects: {},
  dynamicObjects: {
    title: 'Files and folders',
    help: 'A file, or a folder that ends with `/`. For writing, a file for each record: `people/{id}.json`.',
    sourceOptions,
    targetOptions,
    resolve: resolveFiles,
    examples: [
      {
        title: 'Read all CSV files of a folder',
        request: { config: exampleConfig, object: 'exports/', role: 'source', options: { name_ending: '.csv' } },
      },
      {
        title: 'Read one NDJSON file',
        request: { config: exampleConfig, object: '/data/devices.ndjson', role: 'source', options: {} },
      },
      {
        title: 'Write one JSON file a record',
        request: { config: exampleConfig, object: 'people/{id}.json', role: 'target', options: {} },
      },
    ],
  },
  peers: ['OpenSSH'],
  documentation: {
    source: 'https://datatracker.ietf.org/doc/html/draft-ietf-secsh-filexfer-02',
    asOf: '2026-11-21',
  },
});
