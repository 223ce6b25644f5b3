import { once } from 'node:events';
import { pino } from 'pino';
import { createHttpServer } from '../../api/server.ts';
import { findPort } from '../../start/servers/ports.ts';
import { startTestApi, type TestApi } from '../api/harness.ts';
import { TxtRecords } from '../api/sso-acts.ts';
import { ensureBuilt } from './ensure-built.ts';

/** An API and the dashboard at `localhost`, in this process: a test decides about the TXT records that it sees. */
export interface ServedApi {
  api: TestApi;
  txt: TxtRecords;
  url: string;
  /** Of its organization. */
  key: string;
  stop(): Promise<void>;
}

export async function serveApi(options: Parameters<typeof startTestApi>[0] = {}): Promise<ServedApi> {
  await ensureBuilt();
  const port = await findPort(0);
  const url = `http://localhost:${port}`;
  const txt = new TxtRecords();
  const api = await startTestApi({ publicUrl: url, allow: ['127.0.0.0/8'], resolveTxt: txt.resolve, ...options });
  const server = createHttpServer(api.app, pino({ level: 'silent' }), url).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    api,
    txt,
    url,
    key: api.organization.api_key,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await api.close();
    },
  };
}
