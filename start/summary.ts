import type { HubFacts } from './hub-file.ts';
import type { Layout } from './layout.ts';
import type { MainJobReport } from './main-job.ts';
import type { Say } from './output.ts';
import { describeWalk } from './walk.ts';

/** Says what the main job moved. */
export function describeMainJob(report: MainJobReport, say: Say): void {
  const { read, created, updated, skipped, failed, written } = report;
  const seconds = (report.duration_ms / 1000).toFixed(1);
  say(
    `${report.status === 'succeeded' ? '✓' : '✗'} Main job ${report.status}: read ${read}, created ${created}, updated ${updated}, skipped ${skipped}, failed ${failed} (${written} writes) in ${seconds} s`,
  );
  if (report.error !== undefined) say(`  ${report.error}`);
}

/** Says where everything is, and how to go on by hand. */
export function describeHub(context: { facts: HubFacts; report?: MainJobReport; layout: Layout; say: Say }): void {
  const { facts, report, layout, say } = context;
  say('');
  say(`  API           ${facts.api_url}/v1`);
  say(`  API key       ${facts.api_key}`);
  if (facts.temporal_ui_url !== undefined) say(`  Temporal UI   ${facts.temporal_ui_url}`);
  if (report?.temporal_url !== undefined) say(`  this run      ${report.temporal_url}`);
  if (report !== undefined) say(`  rows          psql ${facts.demo_database_url} -c 'table kev limit 5'`);
  say(`  metrics       ${facts.metrics_urls.api} ${facts.metrics_urls.worker}`);
  say(`  for scripts   ${layout.hubFile}`);
  say(`  logs          ${layout.logs}`);
  if (report !== undefined) {
    say('\nThe same by hand, to copy and paste:\n');
    for (const line of describeWalk(facts.api_url, facts.api_key, report)) say(line === '' ? '' : `  ${line}`);
  }
  say('\nIt runs until Ctrl-C; the next start resumes its state.');
}
