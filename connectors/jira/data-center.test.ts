import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession } from '../../test/harness/http-session.ts';
import { HttpStub, type Reply } from '../../test/harness/http.ts';
import { connector as jira } from './index.ts';

let stub: HttpStub;

beforeEach(async () => {
  stub = await HttpStub.start();
});

afterEach(() => stub.stop());

describe('connectors/jira/data-center', () => {
  const answers: { of: string; reply: Reply; code: string; message: RegExp }[] = [
    {
      of: 'itself',
      reply: { json: { deploymentType: 'Server' } },
      code: 'unsupported',
      message: /Jira Data Center or Server.*Jira Cloud/,
    },
    { of: 'another', reply: { json: { deploymentType: 'Cloud' } }, code: 'not_found', message: /./ },
    { of: 'nothing', reply: { status: 404 }, code: 'not_found', message: /./ },
  ];

  it.each(answers)(
    'recognises a Jira Data Center or Server by its server info: $of',
    async ({ reply, code, message }) => {
      stub.on('GET /rest/api/3/myself', { status: 404 }).on('GET /rest/api/2/serverInfo', reply);
      const session = openTestSession(jira, {
        config: { site: 'acme', base_url: stub.url },
        credentials: { token: 't' },
        allow: [`127.0.0.1:${stub.port}`],
      });
      const { ok, checks } = await session.test(AbortSignal.timeout(10_000));
      await session.close();

      expect(ok).toBe(false);
      expect(checks.at(-1)).toMatchObject({ ok: false, code, message: expect.stringMatching(message) });
    },
  );
});
