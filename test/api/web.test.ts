import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWeb } from '../../api/web/serve-web.ts';
import { openWebFiles } from '../../api/web/web-files.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;
let folder: string;

beforeAll(async () => {
  api = await startTestApi();
  folder = await mkdtemp(join(tmpdir(), 'hub-web-files-'));
});

afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

async function addBuild(name: string, assets: Record<string, string>): Promise<void> {
  await mkdir(join(folder, name, 'assets'), { recursive: true });
  await writeFile(join(folder, name, 'index.html'), `<!doctype html><title>${name}</title>`);
  for (const [file, text] of Object.entries(assets)) {
    await writeFile(join(folder, name, 'assets', file), text);
    await writeFile(join(folder, name, 'assets', `${file}.br`), brotliCompressSync(text));
  }
}

describe('test/api/web', () => {
  it('leads from the root of the server to the dashboard', async () => {
    const answers = await Promise.all(['/', '/app'].map(async (path) => api.app.request(path)));

    expect(answers.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
      [302, '/app/'],
      [302, '/app/'],
    ]);
  });

  it('leads pages opened by an address of the loopback device to its name, where sessions and passkeys are', async () => {
    const local = await startTestApi({ publicUrl: 'http://127.0.0.1:8080' });
    const open = async (host: string) => local.app.request('/app/runs/run_1?tab=log', { headers: { host } });

    const [byAddress, byName, byTunnel] = await Promise.all(
      ['127.0.0.1:8080', 'localhost:8080', '127.0.0.1:9000'].map(open),
    );
    await local.close();

    expect(byAddress?.status).toBe(302);
    expect(byAddress?.headers.get('location')).toBe('http://localhost:8080/app/runs/run_1?tab=log');
    expect([byName?.status, byTunnel?.status]).not.toContain(302);
  });

  it('says that the dashboard is being built until it is, under a policy that lets no script run', async () => {
    const answer = await createWeb(openWebFiles(join(folder, 'none'))).page('req_1', undefined);

    expect([answer.status, answer.headers['retry-after'], answer.headers['cache-control']]).toEqual([
      503,
      '3',
      'no-store',
    ]);
    expect(answer.body).toContain('http-equiv="refresh"');
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
  });

  it('serves the files of the newest build and of the one before, and no other', async () => {
    await addBuild('first', { 'page-a.js': 'first()', 'style.css': 'a {}' });
    await writeFile(join(folder, 'current'), 'first\n');
    const web = createWeb(openWebFiles(folder));
    const page = await web.page('req_1', undefined);
    await addBuild('second', { 'page-b.js': 'second()' });
    await writeFile(join(folder, 'current'), 'second\nfirst\n');
    const newer = await web.page('req_1', undefined);
    const read = async (name: string): Promise<string> =>
      Buffer.from((await web.asset('req_1', name, undefined)).bytes ?? []).toString();

    expect([page, newer].map(({ bytes }) => Buffer.from(bytes ?? []).toString())).toEqual([
      '<!doctype html><title>first</title>',
      '<!doctype html><title>second</title>',
    ]);
    expect([await read('page-a.js'), await read('page-b.js')]).toEqual(['first()', 'second()']);
    for (const name of ['../index.html', 'page-a.js.br', 'current', 'toString', '']) {
      await expect(web.asset('req_1', name, undefined)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip;q=0.5, br;q=0.9', 'br'],
    ['gzip', undefined],
    ['br;q=0, gzip', undefined],
    ['', undefined],
  ])('answers to %j in the encoding %s, and tells caches so', async (accepted, encoding) => {
    const web = createWeb(openWebFiles(folder));
    const { headers, bytes = new Uint8Array() } = await web.asset('req_1', 'page-b.js', accepted);
    const text = encoding === 'br' ? brotliDecompressSync(bytes) : Buffer.from(bytes);

    expect([headers['content-encoding'], headers['vary'], text.toString()]).toEqual([
      encoding,
      'accept-encoding',
      'second()',
    ]);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['etag']).toBe(`"page-b.js-${encoding ?? 'identity'}"`);
  });

  it('lets a page load and ask this server alone, and make no script of a text', async () => {
    const { headers } = await createWeb(openWebFiles(folder)).page('req_1', undefined);
    const policy = headers['content-security-policy'] ?? '';

    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ]),
    );
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('lets no answer of the API, which shares the origin, become a page', async () => {
    const paths = [
      '/v1/me',
      '/v1/nowhere',
      '/oauth/token',
      '/health/live',
      '/openapi.json',
      '/hooks/hook_x',
      '/nowhere',
    ];
    const answers = await Promise.all(paths.map(async (path) => api.app.request(path)));

    expect(answers.map(({ headers }) => headers.get('content-security-policy'))).toEqual(
      paths.map(() => "default-src 'none'; sandbox; frame-ancestors 'none'"),
    );
  });

  it('does not take a missing file for an address of the dashboard', async () => {
    const { status, error } = await api.request('GET', '/app/assets/nowhere.js', { key: null });

    expect([status, error.code]).toEqual([404, 'not_found']);
  });
});
