/**
 * Calls servers as fast as they answer: started by `bench/api.ts`, which sends tasks and gets figures.
 */
import { Pool } from 'undici';

export interface Task {
  /** Of the processes that serve; each gets its share of the connections. */
  urls: readonly string[];
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  /** Called one after the other, from the beginning again at their end unless `once`. */
  paths: readonly string[];
  once: boolean;
  body: string | undefined;
  connections: number;
  /** Opens the connections and gets going, without being counted. */
  leadSeconds: number;
  seconds: number;
}

export interface Figures {
  answers: number;
  /** Answers other than 2xx. */
  errors: number;
  elapsed: number;
  /** How long each answer took, in ms. */
  times: number[];
}

process.on('message', (task: Task) => {
  void load(task).then((figures) => process.send?.(figures));
});

async function load(task: Task): Promise<Figures> {
  const pools = task.urls.map((url) => new Pool(url, { connections: task.connections / task.urls.length }));
  const times: number[] = [];
  let errors = 0;
  let next = 0;
  const started = performance.now() + task.leadSeconds * 1000;
  const end = started + task.seconds * 1000;
  const { method, headers } = task;
  const callOn = async (pool: Pool): Promise<void> => {
    while (performance.now() < end && !(task.once && next >= task.paths.length)) {
      const path = task.paths[next % task.paths.length] ?? '/';
      next += 1;
      const begun = performance.now();
      const { statusCode, body } = await pool.request({
        path,
        method,
        headers,
        ...(task.body === undefined ? {} : { body: task.body }),
      });
      await body.dump();
      const ended = performance.now();
      if (begun >= started) times.push(ended - begun);
      if (statusCode >= 300) errors += 1;
    }
  };
  await Promise.all(
    pools.flatMap((pool) => Array.from({ length: task.connections / task.urls.length }, () => callOn(pool))),
  );
  const elapsed = (performance.now() - started) / 1000;
  await Promise.all(pools.map((pool) => pool.close()));
  return { answers: times.length, errors, elapsed, times };
}
