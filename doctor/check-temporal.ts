import { connect } from 'node:net';
import { Connection } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import type { Config } from '../core/config.ts';
import { errorMessage } from '../core/errors.ts';
import { codeOf, type Finding, ok, problem, warning } from './finding.ts';

const budgetMs = 5000;

/** @see https://grpc.io/docs/guides/status-codes/ */
const notFound = 5;
const refusals: readonly unknown[] = [7, 16];
/** Kinds of task queues: for workflows and for activities. @see https://api-docs.temporal.io/#temporal.api.enums.v1.TaskQueueType */
const queueKinds = [
  { name: 'workflows', type: 1 },
  { name: 'activities', type: 2 },
] as const;

/** Asks the Temporal server for its version, for our namespace, and who takes work from our queue. */
export async function checkTemporal(config: Config): Promise<Finding[]> {
  const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace, TEMPORAL_TASK_QUEUE: queue } = config;
  const failure = await knock(address);
  if (failure !== undefined) return [failure];
  const { connectionOptions } = loadClientConnectConfig({ disableFile: true });
  const connection = Connection.lazy({ ...connectionOptions, address, connectTimeout: budgetMs });
  try {
    return await connection.withDeadline(Date.now() + 2 * budgetMs, async () => {
      const { serverVersion } = await connection.workflowService.getSystemInfo({});
      await connection.workflowService.describeNamespace({ namespace });
      const lacking: string[] = [];
      for (const { name, type } of queueKinds) {
        const described = await connection.workflowService.describeTaskQueue({
          namespace,
          taskQueue: { name: queue },
          taskQueueType: type,
        });
        if ((described.pollers ?? []).length === 0) lacking.push(name);
      }
      return [
        ok('temporal', `Temporal ${serverVersion ?? ''} answers at ${address}.`),
        describeWorkers(queue, lacking),
      ];
    });
  } catch (error) {
    return [describeFailure(error, config)];
  } finally {
    await connection.close().catch(() => undefined);
  }
}

function describeWorkers(queue: string, lacking: readonly string[]): Finding {
  if (lacking.length === 0) return ok('workers', `Workers take work from the queue ${queue}.`);
  return problem(
    'workers',
    `No worker takes ${lacking.join(' or ')} from the queue ${queue}: runs wait.`,
    'Start a worker (node worker/main.ts), and see that it has the same TEMPORAL_NAMESPACE and TEMPORAL_TASK_QUEUE. Its log says why it ended.',
  );
}

/** Opens a connection and closes it: what does not even listen is told apart from what speaks something else. */
async function knock(address: string): Promise<Finding | undefined> {
  if (!URL.canParse(`tcp://${address}`)) {
    return problem('temporal', 'TEMPORAL_ADDRESS is no address.', 'It looks like this: temporal.example:7233');
  }
  const { hostname, port } = new URL(`tcp://${address}`);
  const error = await new Promise<unknown>((resolve) => {
    const socket = connect({ host: hostname.replaceAll(/^\[|\]$/g, ''), port: Number(port), timeout: budgetMs });
    socket.once('connect', () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.once('timeout', () => {
      socket.destroy();
      resolve(Object.assign(new Error('No answer.'), { code: 'ETIMEDOUT' }));
    });
    socket.once('error', resolve);
  });
  if (error === undefined) return undefined;
  switch (codeOf(error)) {
    case 'ECONNREFUSED':
      return problem('temporal', `Temporal is down: nothing listens at ${address}.`, start);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return problem('temporal', `The host of Temporal at ${address} has no address.`, 'Correct TEMPORAL_ADDRESS.');
    default:
      return problem('temporal', `Temporal at ${address} does not answer.`, `${start} Look for a firewall in between.`);
  }
}

const start =
  'Start it, or correct TEMPORAL_ADDRESS. Runs are accepted meanwhile, and start when it is back. `npm start` starts its own.';

function describeFailure(
  error: unknown,
  { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace }: Config,
): Finding {
  const status: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  if (status === notFound) {
    return problem(
      'temporal',
      `Temporal at ${address} has no namespace ${namespace}.`,
      `Correct TEMPORAL_NAMESPACE, or make it: temporal operator namespace create -n ${namespace}`,
    );
  }
  if (refusals.includes(status)) {
    const remedy =
      'Give it an API key or a certificate in the variables of Temporal’s own tools: TEMPORAL_API_KEY, TEMPORAL_TLS_…';
    return problem('temporal', `Temporal at ${address} refuses this client.`, remedy);
  }
  if (status === undefined) return warning('temporal', `Temporal at ${address} failed: ${errorMessage(error)}.`, start);
  return problem(
    'temporal',
    `What listens at ${address} does not answer as Temporal does (${errorMessage(error)}).`,
    'TEMPORAL_ADDRESS is that of the gRPC interface, mostly port 7233, and not of the UI; with TLS only on both sides.',
  );
}
