import { describe } from 'vitest';
import { noRawFetch } from './no-raw-fetch.ts';
import { testRule } from './rule-tester.ts';

describe('tools/oxlint-plugin/no-raw-fetch', () => {
  testRule('no-raw-fetch', noRawFetch, {
    accepts: [
      ['connectors/drivers/http/send.ts', "import { request } from 'undici'; fetch('https://a.example');"],
      ['start/main-job/api-client.ts', "fetch('http://127.0.0.1');"],
      ['worker/temporal-metrics.ts', "import { get } from 'node:http';"],
      ['api/app.ts', "import { createServer } from 'node:http';"],
      ['api/app.ts', 'const app = { fetch: handle }; app.fetch(request);'],
      ['connectors/okta/users.ts', 'function read(fetch: Fetch) { return fetch("/users"); }'],
      ['connectors/okta/users.ts', "import type { Dispatcher } from 'undici';"],
      ['connectors/okta/users.test.ts', "fetch('http://127.0.0.1');"],
    ],
    refuses: [
      ['connectors/okta/users.ts', "fetch('https://a.example');"],
      ['services/a.ts', 'const send = globalThis.fetch;'],
      ['services/a.ts', "import { request } from 'undici';"],
      ['services/a.ts', "import { request } from 'node:https';"],
      ['services/a.ts', "import * as http from 'node:http';"],
      ['worker/relay.ts', "import { get } from 'node:http';"],
      ['services/a.ts', "import http from 'node:http';"],
    ],
  });
});
