import type { HttpConnector } from '../../connectors/kit/connector.ts';
import type { ConnectorSession } from '../../connectors/drivers/shared/session.ts';
import type { ReplayServer } from './replay-server.ts';
import type { Tally } from './report.ts';

/** What the replay of a flow needs. */
export interface Replay {
  connector: HttpConnector;
  /** Sends everything to the server. */
  session: ConnectorSession;
  /** Another session like that one, of a connector made out of it. */
  open(connector: HttpConnector): Promise<ConnectorSession>;
  server: ReplayServer;
  /** Hosts that the session may reach; those of the recordings are added, since a connection's own is one of them. */
  hosts: string[];
  tally: Tally;
}
