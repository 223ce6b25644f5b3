import type postgres from 'postgres';
import type { Transaction } from '../../drizzle/client.ts';
import type { WorkflowRow } from './workflow.ts';

/** Reads workflows of live integrations, each with the definition that its runs use, its schedule or hook, and its last run. `where` speaks of `workflows`. */
export function selectWorkflows({ sql }: Transaction, where: postgres.PendingQuery<postgres.Row[]>) {
  return sql<WorkflowRow[]>`
    select workflows.id, workflows.integration_id, workflows.trigger_key, workflows.type, workflows.status, workflows.created_at,
           workflows.updated_at, integrations.name, integrations.account_id, revisions.definition,
           schedules.trigger as schedule, schedules.next_due_at, hooks.id as hook_id, hooks.service_type,
           coalesce(hooks.declaration, own.declaration) as declaration, hooks.sealed is not null or subscribed.sealed is not null as has_credentials,
           subscribed.subscription,
           hooks.previous_expires_at, last_event.received_at as last_event_at,
           found.pushed, found.polled, last_run.id as last_run_id, last_run.status as last_run_status, last_run.finished_at as last_run_finished_at
    from workflows
    join integrations on integrations.org_id = workflows.org_id and integrations.id = workflows.integration_id
     and integrations.deleted_at is null
    -- One row by its key: with row-level security, no expression of columns is looked up in an index before it is limited to that.
    join lateral (
      select definition from integration_revisions as known
      where known.org_id = integrations.org_id and known.integration_id = integrations.id and known.revision = coalesce(integrations.active_revision, integrations.revision)
      limit 1
    ) as revisions on true
    left join schedules on schedules.org_id = workflows.org_id and schedules.workflow_id = workflows.id
    left join hooks on hooks.org_id = workflows.org_id and hooks.workflow_id = workflows.id
    left join lateral (
      select sealed, jsonb_build_object(
          'wanted', wanted, 'made', made, 'remote_id', remote_id, 'ends_at', ends_at, 'checked_at', checked_at,
          'failing_since', failing_since, 'error', error
        ) as subscription
      from hook_subscriptions as subscriptions
      where subscriptions.org_id = hooks.org_id and subscriptions.hook_id = hooks.id
      limit 1
    ) as subscribed on true
    left join lateral (
      select (versions.definition -> 'webhook')::jsonb as declaration
      from custom_connectors as own
      join custom_connector_versions as versions on versions.org_id = own.org_id and versions.connector_id = own.id
       and versions.version = own.version
      where hooks.service_type like 'x\\_%' and own.org_id = hooks.org_id and own.service_type = hooks.service_type
    ) as own on true
    left join lateral (
      select received_at from hook_events
      where hook_events.org_id = hooks.org_id and hook_events.hook_id = hooks.id
      order by id desc limit 1
    ) as last_event on true
    left join lateral (
      select sum(written) filter (where recent.trigger = 'webhook')::int as pushed,
        sum(written) filter (where recent.trigger = 'event')::int as polled
      from (
        select runs.trigger, created + updated + deleted as written, queued_at from runs
        where runs.org_id = workflows.org_id and runs.workflow_id = workflows.id
        order by id desc limit 300
      ) as recent
      where queued_at > now() - interval '1 day'
    ) as found on workflows.type = 'event'
    left join lateral (
      select id, status, finished_at from runs
      where runs.org_id = workflows.org_id and runs.workflow_id = workflows.id
      order by id desc limit 1
    ) as last_run on true
    ${where}`;
}
