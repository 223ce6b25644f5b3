import { parentPort, workerData } from 'node:worker_threads';
import { resultBytesMax } from './limits.ts';
import type { Job, JobResult } from './protocol.ts';
import { Sandbox } from './sandbox.ts';

/** A thread of the sandbox process: takes one job at a time, and is killed when it does not come back from one. */

export interface Order {
  job: Job;
  body: Uint8Array;
}

export interface Outcome {
  result: JobResult;
  body: Uint8Array;
}

if (parentPort === null || !(workerData instanceof WebAssembly.Module)) throw new Error('This is a thread of main.ts.');
const port = parentPort;
const sandbox = new Sandbox(workerData);
const decoder = new TextDecoder();
const encoder = new TextEncoder();

port.on('message', (order: Order) => {
  void answer(order).then((outcome) => port.postMessage(outcome));
});
port.postMessage('ready');

async function answer({ job, body }: Order): Promise<Outcome> {
  const { result, text } = await sandbox.run(job, decoder.decode(body));
  const encoded = encoder.encode(text);
  if (encoded.length > resultBytesMax) {
    return { result: { status: 'broken', reason: 'size' }, body: new Uint8Array() };
  }
  return { result, body: encoded };
}
