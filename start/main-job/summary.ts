import type { HubFacts } from '../state/hub-file.ts';
import type { Layout } from '../state/layout.ts';
import type { MainJobReport } from './main-job.ts';
import type { Say } from '../output.ts';

/** Prints what the main job did. */
export function describeMainJob(report: MainJobReport, say: Say): void {
  const { read, created, updated, skipped, failed, written } = report;
  const seconds = (report.duration_ms / 1000).toFixed(1);
  say(
    `${report.status === 'succeeded' ? '✓' : '✗'} Main job ${report.status}: read ${read}, created ${created}, updated ${updated}, skipped ${skipped}, failed ${failed} (${written} writes) in ${seconds} s`,
  );
  if (report.error !== undefined) say(`  ${report.error}`);
}

/** Prints the addresses and the next steps. Scripts find them in `hub.json`. */
export function describeHub(context: { facts: HubFacts; report?: MainJobReport; layout: Layout; say: Say }): void {
  const { facts, report, layout, say } = context;
  const ui = report?.temporal_url ?? facts.temporal_ui_url;
  say('');
  say(`  API           ${facts.api_url}/v1, described at ${facts.api_url}/docs`);
  say(`  API key       ${facts.api_key}`);
  if (facts.welcome_url !== undefined) say(`  owner link    ${facts.welcome_url} (works once)`);
  if (ui !== undefined) say(`  Temporal UI   ${ui}`);
  if (report !== undefined) say(`  rows          psql ${facts.demo_database_url} -c 'table kev limit 5'`);
  say(`  for scripts   ${layout.hubFile}`);
  say(`  logs          ${layout.logs}`);
  say('\nIt runs until Ctrl-C; the next start resumes its state.');
  say('next: npx hub integrations list, then docs/recipes/README.md');
}
