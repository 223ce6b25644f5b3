import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorTexts } from '../../api/docs/error-texts.data.ts';
import { errorCodes } from '../../core/errors.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

async function get(path: string, headers: Record<string, string> = {}): Promise<{ answer: Response; text: string }> {
  const answer = await api.app.request(path, { headers });
  return { answer, text: await answer.text() };
}

/** What a page loads, in the order in which it does. */
async function listAssets(): Promise<string[]> {
  const { text } = await get('/docs');
  return [...text.matchAll(/(?:href|src)="(\/docs\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
}

describe('test/api/docs', () => {
  it('serves the reference without a credential, under a policy that lets nothing foreign or inline run', async () => {
    const { answer, text } = await get('/docs');

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')?.split('; ')).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]),
    );
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style|style=|\son\w+=|https?:/);
  });

  it("keeps the pages' own style off the elements of the reference, whose badges were unreadable with it", async () => {
    const [own = ''] = await listAssets();
    const css = (await get(own)).text.replaceAll(/\/\*.*?\*\//gs, '');
    const selectors = [...css.matchAll(/([^{}]+)\{/g)].flatMap(([, list = '']) =>
      list.split(',').map((one) => one.trim()),
    );

    expect(selectors.filter((selector) => !/^(?:body$|\.page\b|#reference .*small)/.test(selector))).toEqual([]);
  });

  it('serves every file that the reference names, to be kept for ever', async () => {
    const assets = await listAssets();
    const answers = await Promise.all(assets.map((path) => get(path)));

    expect(assets.map((path) => path.split('/').at(-1))).toEqual([
      'style.css',
      'swagger-ui.css',
      'swagger-ui-bundle.js',
      'reference.js',
    ]);
    for (const { answer, text } of answers) {
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(text.length).toBeGreaterThan(300);
    }
    expect(answers.map(({ answer }) => answer.headers.get('content-type'))).toEqual([
      'text/css; charset=utf-8',
      'text/css; charset=utf-8',
      'text/javascript; charset=utf-8',
      'text/javascript; charset=utf-8',
    ]);
  });

  it.each([
    'package.json',
    'index.html',
    'swagger-ui-bundle.js.map',
    '..%2fserve-docs.ts',
    '..%2f..%2f..%2fpackage.json',
    'toString',
  ])('serves no other file: %s', async (name) => {
    const [style = ''] = await listAssets();

    const { error, status } = await api.request('GET', style.replace('style.css', name), { key: null });

    expect([status, error.code]).toEqual([404, 'not_found']);
  });

  it('knows no file of another version', async () => {
    expect((await get('/docs/assets/0000000000000000/style.css')).answer.status).toBe(404);
  });

  it.each(['/docs', '/docs/errors', '/docs/errors/not_found', '/openapi.json'])(
    'answers 304 without a body to who has %s already',
    async (path) => {
      const first = await get(path);
      const etag = first.answer.headers.get('etag') ?? '';

      const again = await get(path, { 'if-none-match': `"other", W/${etag}` });
      const changed = await get(path, { 'if-none-match': '"other"' });

      expect([again.answer.status, again.text, again.answer.headers.get('etag')]).toEqual([304, '', etag]);
      expect([changed.answer.status, changed.text]).toEqual([200, first.text]);
    },
  );

  it.each(['/v1/connectors', '/v1/connectors/http'])('A6 lets %s be kept, and answers 304', async (path) => {
    const first = await api.request('GET', path);
    const etag = first.headers.get('etag') ?? '';

    const again = await api.request('GET', path, { headers: { 'if-none-match': etag } });

    expect(first.headers.get('cache-control')).toBe('private, max-age=300');
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
    expect(again.headers.get('cache-control')).toBe('private, max-age=300');
  });

  it.each(Object.keys(errorCodes))('explains %s', async (code) => {
    const { answer, text } = await get(`/docs/errors/${code}`);

    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).toContain(`<h1><code>${code}</code></h1>`);
    expect(text).toContain('<h2>When it happens</h2>');
  });

  it('explains every code of the catalogue and no other', async () => {
    const { text } = await get('/docs/errors');

    expect(Object.keys(errorTexts).toSorted()).toEqual(Object.keys(errorCodes).toSorted());
    for (const code of Object.keys(errorCodes)) expect(text).toContain(`href="/docs/errors/${code}"`);
  });

  it.each(['nothing', 'toString', '__proto__', 'NOT_FOUND', '<b>'])('has no page for %s', async (code) => {
    const path = `/docs/errors/${encodeURIComponent(code)}`;

    const { status, error } = await api.request('GET', path, { key: null });

    expect([status, error.code]).toEqual([404, 'not_found']);
  });

  it('leads from every error to its page, under the public address', async () => {
    const { error } = await api.request('GET', '/v1/accounts', { key: null, headers: { host: 'evil.example' } });
    const { error: second } = await api.request('GET', '/v1/accounts?page=0');

    expect(error.details['documentation_url']).toBe('http://hub.example/docs/errors/unauthorized');
    expect(second.details['documentation_url']).toBe('http://hub.example/docs/errors/invalid_request');
    const page = new URL(String(second.details['documentation_url'])).pathname;
    expect((await get(page)).text).toContain('invalid_request');
  });
});
