import { demoIntegration } from './demo-flow.ts';
import type { MainJobReport } from './main-job.ts';

/**
 * The set-up of an integration by hand, as commands to copy and paste into a shell.
 *
 * It makes a source connection and an integration of its own, and writes through the target connection of the main job,
 * whose password is thus not shown.
 */
export function describeWalk(apiUrl: string, apiKey: string, report: MainJobReport): string[] {
  const source = {
    name: 'KEV by hand',
    service_type: 'cisa_kev',
    credentials: {},
    config: { feed_url: report.feed_url },
  };
  const integration = JSON.stringify(
    demoIntegration({ name: 'KEV by hand', sourceId: '$SOURCE', targetId: report.target_connection_id }),
  );
  return [
    `API=${apiUrl}/v1 KEY=${apiKey}`,
    `hub() { curl -sS -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' "$@"; echo; }`,
    `id() { grep -o '"id":"[a-z]*_[0-9a-z]*"' | head -n 1 | cut -d '"' -f 4; }`,
    '',
    '# 1. the connector   2. a connection   3. its test',
    'hub $API/connectors/cisa_kev',
    `SOURCE=$(hub $API/connections -d '${JSON.stringify(source)}' | id); echo $SOURCE`,
    'hub -X POST $API/connections/$SOURCE/test',
    '',
    '# 4. the integration with its mapping   5. activate   6. execute   7. the run',
    `FLOW=$(hub $API/integrations -d '${integration.replace('$SOURCE', `'$SOURCE'`)}' | id); echo $FLOW`,
    'hub -X POST $API/integrations/$FLOW/activate',
    'RUN=$(hub -X POST $API/integrations/$FLOW/execute | id); sleep 3',
    'hub $API/runs/$RUN',
  ];
}
