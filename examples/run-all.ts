import { createHubClient, HubApiError, type HubClient, type Run } from '../client/index.ts';

/** Runs every active integration of a hub once, one after the other, and tells what each run moved. */
export async function runAll(hub: HubClient, print: (line: string) => void): Promise<Run[]> {
  const runs: Run[] = [];
  for await (const { id, name } of hub.list('listIntegrations', { query: { status: 'active' } })) {
    const { id: runId } = await hub.call('executeIntegration', { params: { id } });
    const run = await hub.waitForRun(runId, { signal: AbortSignal.timeout(600_000) });
    print(`${name}: ${run.status}, ${run.counters.read} read, ${run.counters.written} written.`);
    runs.push(run);
  }
  return runs;
}

if (import.meta.main) {
  const { HUB_URL: baseUrl = 'http://127.0.0.1:8080', HUB_API_KEY: apiKey = '' } = process.env;
  try {
    await runAll(createHubClient({ baseUrl, apiKey }), console.log);
  } catch (error) {
    if (!(error instanceof HubApiError)) throw error;
    console.error(`${error.message} (request ${error.requestId})`);
    process.exitCode = 1;
  }
}
