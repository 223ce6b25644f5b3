import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../core/clock.ts';
import { decodeEnvelope } from './envelope.ts';
import {
  addKey,
  checkSignature,
  createOpener,
  createSealer,
  createSigner,
  ensureKeyFiles,
  readPrivateKeys,
  readPublicKeys,
  sealCredentials,
} from './index.ts';

let directory: string;
const owner = { orgId: 'org', connectionId: 'conn', version: 1 };
const context = { purpose: 'credential', ...owner } as const;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'hub-vault-'));
});

afterEach(() => rm(directory, { recursive: true }));

async function makeKeys(name = 'keys') {
  const files = { keyFile: join(directory, `${name}.json`), publicKeyFile: join(directory, `${name}.pub.json`) };
  await ensureKeyFiles(files);
  return {
    files,
    publicKeys: await readPublicKeys(files.publicKeyFile),
    privateKeys: await readPrivateKeys(files.keyFile),
  };
}

describe('vault/vault', () => {
  it('opens what was sealed under the same context', async () => {
    const { publicKeys, privateKeys } = await makeKeys();

    const { sealed } = await sealCredentials(publicKeys, owner, { token: 'canary' });

    expect(sealed.includes('canary')).toBe(false);
    expect(await createOpener(privateKeys, systemClock).open(context, sealed)).toEqual({ token: 'canary' });
  });

  it.each([
    { ...context, orgId: 'other' },
    { ...context, connectionId: 'other' },
    { ...context, version: 2 },
    { purpose: 'token', ...owner, generation: 1 } as const,
    { purpose: 'record', orgId: 'org', integrationId: 'conn' } as const,
    { purpose: 'request', orgId: 'org', requestId: 'conn' } as const,
  ])('refuses a value under another context: %o', async (other) => {
    const { publicKeys, privateKeys } = await makeKeys();
    const { sealed } = await sealCredentials(publicKeys, owner, { token: 'canary' });

    await expect(createOpener(privateKeys, systemClock).open(other, sealed)).rejects.toThrow();
  });

  it('refuses every changed byte', async () => {
    const { publicKeys, privateKeys } = await makeKeys();
    const { sealed } = await sealCredentials(publicKeys, owner, { token: 'canary' });
    const opener = createOpener(privateKeys, systemClock);

    for (let position = 0; position < sealed.length; position += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8((changed[position] ?? 0) ^ 1, position);
      await expect(opener.open(context, changed), `byte ${position}`).rejects.toThrow();
    }
  });

  it('refuses every changed byte also when it has opened the value before', async () => {
    const { publicKeys, privateKeys } = await makeKeys();
    const { sealed } = await sealCredentials(publicKeys, owner, { token: 'canary' });
    const opener = createOpener(privateKeys, systemClock);
    await opener.open(context, sealed);

    for (let position = 0; position < sealed.length; position += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8((changed[position] ?? 0) ^ 1, position);
      await expect(opener.open(context, changed), `byte ${position}`).rejects.toThrow();
    }
  });

  it('keeps an unwrapped key for five minutes of the clock that it is given', async () => {
    const { publicKeys, privateKeys } = await makeKeys();
    const { sealed } = await sealCredentials(publicKeys, owner, { token: 'canary' });
    const keys = new Map(privateKeys);
    let nowMs = 0;
    const opener = createOpener(keys, { monotonic: () => nowMs });
    await opener.open(context, sealed);
    keys.clear();

    nowMs = 299_999;
    expect(await opener.open(context, sealed)).toEqual({ token: 'canary' });
    nowMs = 300_000;
    await expect(opener.open(context, sealed)).rejects.toThrow('is not in the key file');
  });

  it('derives another data key for each sealer of a session', async () => {
    const { publicKeys, privateKeys } = await makeKeys();
    const [first, second] = [
      await sealCredentials(publicKeys, owner, { token: 'a' }),
      await sealCredentials(publicKeys, { ...owner, version: 2 }, { token: 'b' }),
    ];
    const [a, b] = [decodeEnvelope(first.sealed), decodeEnvelope(second.sealed)];

    expect(a.wrappedKey.equals(b.wrappedKey)).toBe(true);
    expect(a.salt?.equals(b.salt ?? Buffer.alloc(0))).toBe(false);
    expect(await createOpener(privateKeys, systemClock).open({ ...context, version: 2 }, second.sealed)).toEqual({
      token: 'b',
    });
  });

  it('opens the first format', async () => {
    const key = {
      kty: 'OKP',
      crv: 'X25519',
      x: 'b-OlkaYNSuM3oygxSe3X3jPRIwAFcpUo9ISBKVolMmg',
      d: '2E8YbHSAmha_jLH7M5vGOmLncUpNwUv1h2e59it4H18',
    } as const;
    const sealed = Buffer.from(
      'ARdsb2NhbC0yMDI2LTExLTIxLWItT2xrYVXxMlNrfvTzFELc0qlaR9N5ggqkqAew4vOPinKJN18q3khJaYr/5ANjKoNeCWvYdoC2zcvPJZTJ' +
        'nM0cAuk19k5HuUFssm0aiWPzID2L7Nvy8khrCHyYTz4xCxHI9GOYTBiy5q9sFxeKmF9LPkKv8Te+S2EXXjnogxoYKYdNqWICWqaykeMk7RS7P3w=',
      'base64',
    );

    const opened = await createOpener(new Map([['local-2026-11-21-b-Olka', key]]), systemClock).open(context, sealed);

    expect(opened).toEqual({ token: 'kept since format 1' });
  });

  it('seals equal values differently', async () => {
    const { publicKeys } = await makeKeys();
    const sealer = await createSealer(publicKeys, context);

    expect(sealer.seal({ a: 1 }).equals(sealer.seal({ a: 1 }))).toBe(false);
  });

  it('seals each of many values under a nonce of its own, and opens all of them', async () => {
    const { publicKeys, privateKeys } = await makeKeys();
    const record = { purpose: 'record', orgId: 'org', integrationId: 'int' } as const;
    const sealer = await createSealer(publicKeys, record);
    const opener = createOpener(privateKeys, systemClock);
    const values = Array.from({ length: 200 }, (_, n) => ({ n }));

    const sealed = values.map((value) => sealer.seal(value));

    expect(new Set(sealed.map((bytes) => decodeEnvelope(bytes).nonce.toString('hex'))).size).toBe(values.length);
    expect(await Promise.all(sealed.map((bytes) => opener.open(record, bytes)))).toEqual(values);
    const [first = Buffer.alloc(0)] = sealed;
    await expect(opener.open({ ...record, integrationId: 'other' }, first)).rejects.toThrow();
    await expect(opener.open({ ...record, orgId: 'other' }, first)).rejects.toThrow();
  });

  it('names the missing key, and nothing else, when the key file lacks it', async () => {
    const [sealing, opening] = [await makeKeys('a'), await makeKeys('b')];
    const { sealed, keyId } = await sealCredentials(sealing.publicKeys, owner, { token: 'canary' });

    await expect(createOpener(opening.privateKeys, systemClock).open(context, sealed)).rejects.toThrow(keyId);
  });

  it('keeps the private file to its owner and refuses one that others can read', async () => {
    const { files } = await makeKeys();

    expect((await stat(files.keyFile)).mode & 0o777).toBe(0o600);
    await chmod(files.keyFile, 0o644);
    await expect(readPrivateKeys(files.keyFile)).rejects.toThrow('chmod 600');
  });

  it('keeps existing keys when the files are ensured again', async () => {
    const { files, privateKeys } = await makeKeys();

    await ensureKeyFiles(files);

    expect([...(await readPrivateKeys(files.keyFile)).keys()]).toEqual([...privateKeys.keys()]);
  });

  it('makes no keys in the place of those that are lost', async () => {
    const { files } = await makeKeys();
    const before = await readFile(files.publicKeyFile, 'utf8');
    await rm(files.keyFile);

    await expect(ensureKeyFiles(files)).rejects.toThrow('from the backup');

    expect(await readFile(files.publicKeyFile, 'utf8')).toBe(before);
    await expect(stat(files.keyFile)).rejects.toThrow('ENOENT');
  });

  it('makes no keys in the place of those that it cannot read', async () => {
    const { files } = await makeKeys();
    await rm(files.keyFile);
    await mkdir(files.keyFile);

    await expect(ensureKeyFiles(files)).rejects.toThrow('cannot be read (EISDIR)');
    await expect(addKey(files)).rejects.toThrow('cannot be read (EISDIR)');
  });

  it('says of a damaged key file which it is, and nothing that is in it', async () => {
    const { files } = await makeKeys();
    await writeFile(files.keyFile, '{"d": canary}', { mode: 0o600 });

    for (const read of [() => ensureKeyFiles(files), () => addKey(files), () => readPrivateKeys(files.keyFile)]) {
      await expect(read()).rejects.toThrow(new Error(`${files.keyFile} is no key file.`));
    }
  });

  it('adds a key that becomes active when the files are ensured again, and opens what either sealed', async () => {
    const { files, publicKeys } = await makeKeys();
    const before = await sealCredentials(publicKeys, owner, { token: 'old' });

    await addKey(files);
    const added = await readPublicKeys(files.publicKeyFile);
    await ensureKeyFiles(files);
    const activated = await readPublicKeys(files.publicKeyFile);
    const after = await sealCredentials(activated, owner, { token: 'new' });

    const privateKeys = await readPrivateKeys(files.keyFile);
    const opener = createOpener(privateKeys, systemClock);
    expect(await opener.open(context, before.sealed)).toEqual({ token: 'old' });
    expect(await opener.open(context, after.sealed)).toEqual({ token: 'new' });
    expect([...privateKeys.keys()]).toEqual([publicKeys.active.keyId, activated.active.keyId]);
    expect([added.active, [...added.signatures.keys()]]).toEqual([publicKeys.active, [...privateKeys.keys()]]);
    expect([before.keyId, after.keyId]).toEqual([...privateKeys.keys()]);
    expect((await stat(files.keyFile)).mode & 0o777).toBe(0o600);
  });

  it('checks what a key signed that was taken out of the private file, and nothing of keys of others', async () => {
    const { files, privateKeys: before } = await makeKeys();
    const signed = createSigner(before).sign('text');
    const { keyId } = await addKey(files);
    await ensureKeyFiles(files);
    const { files: others } = await makeKeys('others');
    const { keys } = z.object({ keys: z.array(z.unknown()) }).parse(JSON.parse(await readFile(files.keyFile, 'utf8')));
    await writeFile(files.keyFile, JSON.stringify({ keys: keys.slice(1) }), { mode: 0o600 });

    for (let times = 0; times < 2; times += 1) await ensureKeyFiles(files);
    const publicKeys = await readPublicKeys(files.publicKeyFile);
    await ensureKeyFiles({ keyFile: files.keyFile, publicKeyFile: others.publicKeyFile });
    const replaced = await readPublicKeys(others.publicKeyFile);

    expect(publicKeys.active.keyId).toBe(keyId);
    expect([...publicKeys.signatures.keys()]).toEqual([signed.keyId, keyId]);
    expect(checkSignature(publicKeys, 'text', signed)).toBe('valid');
    expect([...replaced.signatures.keys()]).toEqual([keyId]);
  });

  it('makes a damaged file of public keys again', async () => {
    const { files, publicKeys } = await makeKeys();
    await writeFile(files.publicKeyFile, '{"active":');

    await ensureKeyFiles(files);

    expect(await readPublicKeys(files.publicKeyFile)).toEqual(publicKeys);
  });
});
