import type { ReadGauges } from '../core/telemetry/meter.ts';
import type { Database } from './client.ts';

/** Shows how much of a process's pool is taken. */
export function readPool({ pool }: Pick<Database, 'pool'>): ReadGauges {
  return () =>
    Promise.resolve([
      { name: 'hub_database_connections', labels: { state: 'busy' }, value: pool.busy },
      { name: 'hub_database_connections', labels: { state: 'waiting' }, value: pool.waiting },
      { name: 'hub_database_connections_max', labels: {}, value: pool.max },
    ]);
}
