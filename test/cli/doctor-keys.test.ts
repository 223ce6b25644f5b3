import { chmod, copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addKey, ensureKeyFiles, readPrivateKeys } from '../../vault/key-files.ts';
import { createTestDatabase } from '../harness/database.ts';
import { type DoctorUnderTest, startDoctorUnderTest } from './doctor-harness.ts';

let doctor: DoctorUnderTest;

beforeAll(async () => {
  doctor = await startDoctorUnderTest();
});

afterAll(() => doctor.close());

describe('test/cli/doctor-keys', { timeout: 120_000 }, () => {
  it.each(['private', 'public'])('finds the %s key file of another pair', async (which) => {
    const other = await doctor.makeKeys('other-keys');
    const wrong = which === 'private' ? { HUB_KEY_FILE: other.keyFile } : { HUB_PUBLIC_KEY_FILE: other.publicKeyFile };

    const { code, problems } = await doctor.diagnose(wrong);

    expect(code).toBe(7);
    expect(problems).toMatchObject([
      {
        check: 'key file',
        message: expect.stringContaining('is the wrong key file'),
        remedy: expect.stringContaining('from the backup'),
      },
    ]);
  });

  it('finds credentials in the database that the key file cannot open', async () => {
    const keys = await doctor.makeKeys('new-keys');
    const own = await createTestDatabase();
    const admin = postgres(own.adminUrl, { max: 1, onnotice: () => undefined });
    await admin`insert into organizations (id, name, created_at, updated_at) values (gen_random_uuid(), 'O', now(), now())`;
    await admin`
      insert into connections (org_id, id, name, service_type, config, credential_version, created_at, updated_at)
      select id, gen_random_uuid(), 'C', 'okta', '{}', 1, now(), now() from organizations`;
    await admin`
      insert into connection_credentials (org_id, connection_id, version, auth_method, sealed, key_id)
      select org_id, id, 1, 'api_token', '\\x00', 'local-lost-key' from connections`;
    await admin`
      insert into audit_chains (org_id, sequence, hash, key_id, signature, sealed_at)
      select id, 0, '\\x00', 'local-lost-signer', '\\x00', now() from organizations`;

    const { problems } = await doctor.diagnose({
      DATABASE_URL: own.adminUrl,
      HUB_KEY_FILE: keys.keyFile,
      HUB_PUBLIC_KEY_FILE: keys.publicKeyFile,
    });

    await admin.end();
    await own.drop();
    expect(problems).toMatchObject([
      {
        check: 'stored keys',
        message: expect.stringContaining('cannot open 1 stored credentials: they are sealed with local-lost-key'),
      },
      {
        check: 'stored keys',
        message: 'The file of public keys cannot check 1 ends of audit logs: they are signed with local-lost-signer.',
      },
    ]);
  });

  it('tells which old keys are still needed, also by what waits', async () => {
    const keys = await doctor.makeKeys('old-and-new');
    for (let n = 0; n < 2; n += 1) await addKey(keys);
    const [used = '', unused = '', newest = ''] = [...(await readPrivateKeys(keys.keyFile)).keys()];
    await ensureKeyFiles(keys);
    const own = await createTestDatabase();
    const admin = postgres(own.adminUrl, { max: 1, onnotice: () => undefined });
    const sealedWith = (id: string): Buffer =>
      Buffer.concat([Buffer.from([2, id.length]), Buffer.from(id), Buffer.alloc(200)]);
    await admin`insert into organizations (id, name, created_at, updated_at) values (gen_random_uuid(), 'O', now(), now())`;
    await admin`
      insert into integrations (org_id, id, name, status, revision, concurrency, created_at, updated_at)
      select id, gen_random_uuid(), 'I', 'active', 1, 'queue', now(), now() from organizations`;
    await admin`
      insert into items (org_id, id, integration_id, run_id, key, seq, change, status)
      select org_id, gen_random_uuid(), id, gen_random_uuid(), 'k', 1, 'created', 'parked' from integrations`;
    await admin`
      insert into item_steps (org_id, item_id, step, outcome, position, sealed)
      select org_id, id, '', 'passed', -1, ${sealedWith(used)} from items`;
    await admin`
      insert into waits (org_id, id, integration_id, run_id, item_id, step, kind, status, sealed)
      select org_id, gen_random_uuid(), integration_id, run_id, id, 's', 'callback', 'answered', ${sealedWith('local-gone')} from items`;
    // To check what a key signed, its public half is enough.
    await admin`
      insert into audit_chains (org_id, sequence, hash, key_id, signature, sealed_at)
      select id, 0, '\\x00', ${unused}, '\\x00', now() from organizations`;

    const { findings } = await doctor.diagnose({
      DATABASE_URL: own.adminUrl,
      HUB_KEY_FILE: keys.keyFile,
      HUB_PUBLIC_KEY_FILE: keys.publicKeyFile,
    });

    await admin.end();
    await own.drop();
    const found = findings.filter(({ check }) => check === 'stored keys');
    expect(found).toMatchObject([
      {
        status: 'problem',
        message: 'The key file cannot open 1 stored answers to waits: they are sealed with local-gone.',
      },
      {
        status: 'ok',
        message: `The key ${used} has to stay in the key file. It seals 1 values of items that are on their way or wait.`,
      },
      {
        status: 'ok',
        message: `Nothing that is stored is sealed with ${unused}: it can be taken out of the key file.`,
      },
    ]);
    expect(JSON.stringify(found)).not.toContain(newest);
  });

  it('tells of a key that was added and is not used yet', async () => {
    const keys = await doctor.makeKeys('added');
    const { keyId } = await addKey(keys);

    const { findings } = await doctor.diagnose({ HUB_KEY_FILE: keys.keyFile, HUB_PUBLIC_KEY_FILE: keys.publicKeyFile });

    expect(findings.filter(({ check }) => check === 'stored keys')).toMatchObject([
      {
        status: 'ok',
        message: expect.stringContaining(`The key ${keyId} was added, and nothing is sealed with it yet.`),
      },
    ]);
  });

  it('finds key files that are missing, open to others, or none', async () => {
    const open = join(doctor.folder.path, 'open.json');
    await copyFile(doctor.env['HUB_KEY_FILE'] ?? '', open);
    await chmod(open, 0o644);
    const none = join(doctor.folder.path, 'none.json');
    await writeFile(none, '{"keys":["CANARY-of-a-key"]}', { mode: 0o600 });
    const gone = join(doctor.folder.path, 'gone.json');

    const found = await Promise.all([gone, open, none].map((file) => doctor.diagnose({ HUB_KEY_FILE: file })));

    expect(found.flatMap(({ problems }) => problems)).toMatchObject([
      {
        check: 'key file',
        message: `The key file ${gone} is missing.`,
        remedy: expect.stringContaining('HUB_KEY_FILE'),
      },
      {
        check: 'key file',
        message: expect.stringContaining('can be read by others'),
        remedy: `Run: chmod 600 ${open}`,
      },
      { check: 'key file', message: `${none} is no key file.`, remedy: expect.stringContaining('from the backup') },
    ]);
    expect(JSON.stringify(found)).not.toContain('CANARY');
  });
});
