import { join } from 'node:path';
import type { Layout } from './layout.ts';
import type { Say } from '../output.ts';
import { endNotedProcess } from '../processes/pid-file.ts';
import { endLeftoverPostgres } from '../servers/postgres.ts';

/** Ends what an earlier start left running because it was killed together with everything that watched it. */
export async function endLeftovers(layout: Layout, say: Say): Promise<void> {
  const ended = await Promise.all([
    endNotedProcess(join(layout.run, 'api.pid'), 'SIGTERM', 3000),
    endNotedProcess(join(layout.run, 'worker.pid'), 'SIGTERM', 3000),
    endNotedProcess(join(layout.run, 'temporal.pid'), 'SIGTERM', 3000),
    endLeftoverPostgres(layout.postgres, join(layout.run, 'postgres.pid')),
  ]);
  const count = ended.filter(Boolean).length;
  if (count > 0) say(`Ended ${count} process${count === 1 ? '' : 'es'} that an earlier start left behind.`);
}
