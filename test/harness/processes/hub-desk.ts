import { createServer, type Server } from 'node:http';
import { findPort } from '../../../start/servers/ports.ts';
import { pepper } from './api-process.ts';
import { type HubProcess, startHubProcess } from './hub-process.ts';

/**
 * Tells test files of one hub, which is started when the first of them asks and stopped with the run: to start one takes
 * more of the processor than most files do. Each makes an organization of its own there (`joinHub`).
 */
export class HubDesk {
  #hub: Promise<HubProcess> | undefined;
  readonly #server: Server = createServer((_, response) => {
    this.#hub ??= startHubProcess({ HUB_EGRESS_ALLOW: '127.0.0.0/8', HUB_PEPPER: pepper });
    this.#hub.then(
      ({ facts }) => response.end(JSON.stringify(facts)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });

  /** @returns where it is asked. */
  async open(): Promise<string> {
    const port = await findPort(0);
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    return `http://127.0.0.1:${port}/`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    const hub = await this.#hub?.catch(() => undefined);
    await hub?.stop();
  }
}
