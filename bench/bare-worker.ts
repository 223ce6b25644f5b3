/**
 * A worker for the bare workflow: `node bench/bare-worker.ts ADDRESS`. Prints `ready`, then works until it is killed.
 */
import { fileURLToPath } from 'node:url';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';

Runtime.install({ logger: new DefaultLogger('ERROR') });
const worker = await Worker.create({
  connection: await NativeConnection.connect({ address: process.argv[2] ?? '127.0.0.1:7233' }),
  taskQueue: 'bare',
  workflowsPath: fileURLToPath(new URL('./bare-workflow.ts', import.meta.url)),
  activities: { doNothing: async () => undefined },
  maxCachedWorkflows: 100,
});
process.stdout.write('ready\n');
await worker.run();
