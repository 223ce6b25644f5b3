/** What is known of secrets of a KV version 2 engine: their versions and metadata. Values are never read. */
import { z } from 'zod';
import type { DynamicObjects, HttpObject } from '../kit/object-types.ts';
import { idempotent } from '../kit/rest-writes.ts';
import { escapeTemplate } from '../kit/template.ts';
import { eachOf, listOf } from './protocol.ts';
import { SecretMetadata } from './schema.ts';

/** A mount, and folders below it. */
const folderName = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}(?:\/[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}){0,15}$/;

/** @see https://developer.hashicorp.com/vault/api-docs/secret/kv/kv-v2#read-secret-metadata */
function metadataOf(folder: string): HttpObject {
  const [mount = '', ...below] = folder.split('/');
  const path = escapeTemplate(['', mount, 'metadata', ...below].join('/'));
  const write = idempotent(`POST ${path}/{name}`, { schema: NewMetadata });
  return listOf(
    {
      title: `Secrets in ${folder}, without their values`,
      docs: 'secret/kv/kv-v2',
      key: 'name',
      schema: SecretMetadata,
      ...eachOf(path, 'name', `${path}/`),
    },
    { upsert: write, update: write, delete: idempotent(`DELETE ${path}/{name}`, { effect: 'destructive' }) },
  );
}

const NewMetadata = z.strictObject({
  name: z.string().min(1).meta({ title: 'Name of the secret in its folder' }),
  max_versions: z.int().min(0).optional().meta({ title: 'Versions that are kept' }),
  cas_required: z.boolean().optional().meta({ title: 'Writes have to name the version that they replace' }),
  delete_version_after: z.string().optional().meta({ title: 'Age at which versions are deleted', example: '3h25m19s' }),
  custom_metadata: z.record(z.string(), z.string()).optional().meta({ title: 'Custom metadata' }),
});

const none = z.strictObject({});

export const secrets: DynamicObjects<HttpObject> = {
  title: 'Metadata of secrets',
  help: 'The path of a KV version 2 engine, and the folder within it: `secret` or `secret/apps`. Folders within a folder are objects of their own.',
  sourceOptions: none,
  targetOptions: none,
  resolve: ({ object }) => {
    if (!folderName.test(object)) {
      const message = 'Must be the path of an engine and a folder, without slashes around it: secret/apps.';
      return { ok: false, problems: [{ path: 'object', code: 'invalid_value', message }] };
    }
    return { ok: true, object: metadataOf(object) };
  },
  examples: [
    {
      title: 'Read which secrets there are for applications, and when they changed',
      request: {
        config: { server_url: 'https://vault.example.com:8200' },
        object: 'secret/apps',
        options: {},
        role: 'source',
      },
    },
    {
      title: 'Set who owns a secret',
      request: {
        config: { server_url: 'https://vault.example.com:8200' },
        object: 'secret',
        options: {},
        role: 'target',
      },
    },
  ],
};
