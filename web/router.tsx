import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Link,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readFilters } from './model/read-filters.ts';
import { watchMoves } from './parts/came-back.ts';
import { Page } from './parts/page.tsx';
import { EmptyState, ErrorNotice, Skeleton } from './parts/states.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({
  // A link of a message says of which organization it is.
  validateSearch: readFilters(['organization']),
  component: Shell,
  notFoundComponent: NotFound,
});

/** Shown by the shell itself, outside of any session. */
const welcome = createRoute({ getParentRoute: () => root, path: '/welcome' });
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('./pages/reset/reset-page.tsx'), 'ResetPage'),
});
const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  component: lazyRouteComponent(() => import('./pages/connect/connect-page.tsx'), 'ConnectPage'),
});
const connected = createRoute({
  getParentRoute: () => root,
  path: '/connected',
  validateSearch: readFilters(['status', 'connection_id']),
  component: lazyRouteComponent(() => import('./pages/connect/connect-page.tsx'), 'Connected'),
});
const failedRecords = createRoute({
  getParentRoute: () => root,
  path: '/failed-records',
  validateSearch: readFilters(['q', 'code', 'step', 'integration_id', 'account_id', 'since']),
  component: lazyRouteComponent(() => import('./pages/failed-records/failed-records-page.tsx'), 'FailedRecordsPage'),
});
const trace = createRoute({
  getParentRoute: () => root,
  path: '/trace',
  validateSearch: readFilters(['integration_id', 'key']),
  component: lazyRouteComponent(() => import('./pages/trace/trace-page.tsx'), 'TracePage'),
});
const approvals = createRoute({
  getParentRoute: () => root,
  path: '/approvals',
  validateSearch: readFilters(['status', 'run_id']),
  component: lazyRouteComponent(() => import('./pages/approvals/approvals-page.tsx'), 'ApprovalsPage'),
});
const organization = createRoute({
  getParentRoute: () => root,
  path: '/settings/organization',
  component: lazyRouteComponent(() => import('./pages/settings/organization-page.tsx'), 'OrganizationPage'),
});
const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
});
const integrations = createRoute({
  getParentRoute: () => root,
  path: '/integrations',
  validateSearch: readFilters(['q', 'status', 'account_id']),
  component: lazyRouteComponent(() => import('./pages/integrations/integrations-page.tsx'), 'IntegrationsPage'),
});
const integration = createRoute({
  getParentRoute: () => root,
  path: '/integrations/$id',
  validateSearch: readFilters(['tab', 'revision', 'against']),
  component: lazyRouteComponent(() => import('./pages/integrations/integration-page.tsx'), 'IntegrationPage'),
});
const newIntegration = createRoute({
  getParentRoute: () => root,
  path: '/integrations/new',
  component: lazyRouteComponent(() => import('./pages/builder/new-integration-page.tsx'), 'NewIntegrationPage'),
});
const buildIntegration = createRoute({
  getParentRoute: () => root,
  path: '/integrations/$id/build',
  validateSearch: readFilters(['part', 'at']),
  component: lazyRouteComponent(() => import('./pages/builder/builder-page.tsx'), 'BuilderPage'),
});
const runs = createRoute({
  getParentRoute: () => root,
  path: '/runs',
  validateSearch: readFilters([
    'q',
    'status',
    'trigger',
    'integration_id',
    'account_id',
    'error_code',
    'since',
    'from',
    'to',
  ]),
  component: lazyRouteComponent(() => import('./pages/runs/runs-page.tsx'), 'RunsPage'),
});
const run = createRoute({
  getParentRoute: () => root,
  path: '/runs/$id',
  validateSearch: readFilters(['tab', 'level', 'status', 'code', 'step', 'q']),
  component: lazyRouteComponent(() => import('./pages/runs/run-page.tsx'), 'RunPage'),
});
const schedules = createRoute({
  getParentRoute: () => root,
  path: '/schedules',
  validateSearch: readFilters(['type', 'status', 'from', 'account_id']),
  component: lazyRouteComponent(() => import('./pages/schedules/schedules-page.tsx'), 'SchedulesPage'),
});
const schedule = createRoute({
  getParentRoute: () => root,
  path: '/schedules/$id',
  validateSearch: readFilters(['status']),
  component: lazyRouteComponent(() => import('./pages/schedules/schedule-page.tsx'), 'SchedulePage'),
});
const connections = createRoute({
  getParentRoute: () => root,
  path: '/connections',
  validateSearch: readFilters(['q', 'status', 'account_id', 'tab']),
  component: lazyRouteComponent(() => import('./pages/connections/connections-page.tsx'), 'ConnectionsPage'),
});
const newConnection = createRoute({
  getParentRoute: () => root,
  path: '/connections/new',
  validateSearch: readFilters(['connector', 'q']),
  component: lazyRouteComponent(() => import('./pages/connections/new-connection-page.tsx'), 'NewConnectionPage'),
});
const connection = createRoute({
  getParentRoute: () => root,
  path: '/connections/$id',
  validateSearch: readFilters(['authorized', 'tab', 'object', 'q']),
  component: lazyRouteComponent(() => import('./pages/connections/connection-page.tsx'), 'ConnectionPage'),
});
const connectors = createRoute({
  getParentRoute: () => root,
  path: '/connectors',
  validateSearch: readFilters(['q', 'category', 'level', 'tab']),
  component: lazyRouteComponent(() => import('./pages/connectors/connectors-page.tsx'), 'ConnectorsPage'),
});
const newConnector = createRoute({
  getParentRoute: () => root,
  path: '/connectors/new',
  component: lazyRouteComponent(() => import('./pages/connectors/new-connector-page.tsx'), 'NewConnectorPage'),
});
const connector = createRoute({
  getParentRoute: () => root,
  path: '/connectors/$id',
  component: lazyRouteComponent(() => import('./pages/connectors/connector-page.tsx'), 'ConnectorPage'),
});
const editConnector = createRoute({
  getParentRoute: () => root,
  path: '/connectors/$id/edit',
  component: lazyRouteComponent(() => import('./pages/connectors/edit-connector-page.tsx'), 'EditConnectorPage'),
});
const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});
const webhook = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/$id',
  validateSearch: readFilters(['status']),
  component: lazyRouteComponent(() => import('./pages/webhooks/webhook-page.tsx'), 'WebhookPage'),
});
const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: readFilters(['from', 'to', 'actor', 'action', 'resource_type', 'resource_id', 'event']),
  component: lazyRouteComponent(() => import('./pages/audit/audit-page.tsx'), 'AuditPage'),
});
const keys = createRoute({
  getParentRoute: () => root,
  path: '/settings/keys',
  validateSearch: readFilters(['q', 'status']),
  component: lazyRouteComponent(() => import('./pages/settings/keys-page.tsx'), 'KeysPage'),
});
const clients = createRoute({
  getParentRoute: () => root,
  path: '/settings/clients',
  validateSearch: readFilters(['tab']),
  component: lazyRouteComponent(() => import('./pages/settings/clients-page.tsx'), 'ClientsPage'),
});
const members = createRoute({
  getParentRoute: () => root,
  path: '/settings/members',
  validateSearch: readFilters(['tab', 'q']),
  component: lazyRouteComponent(() => import('./pages/members/members-page.tsx'), 'MembersPage'),
});
const accounts = createRoute({
  getParentRoute: () => root,
  path: '/settings/accounts',
  validateSearch: readFilters(['q']),
  component: lazyRouteComponent(() => import('./pages/settings/accounts-page.tsx'), 'AccountsPage'),
});
const lookupTables = createRoute({
  getParentRoute: () => root,
  path: '/lookup-tables',
  validateSearch: readFilters(['q']),
  component: lazyRouteComponent(() => import('./pages/lookup-tables/lookup-tables-page.tsx'), 'LookupTablesPage'),
});
const calendars = createRoute({
  getParentRoute: () => root,
  path: '/calendars',
  validateSearch: readFilters(['q']),
  component: lazyRouteComponent(() => import('./pages/calendars/calendars-page.tsx'), 'CalendarsPage'),
});
const newCalendar = createRoute({
  getParentRoute: () => root,
  path: '/calendars/new',
  component: lazyRouteComponent(() => import('./pages/calendars/new-calendar-page.tsx'), 'NewCalendarPage'),
});
const calendar = createRoute({
  getParentRoute: () => root,
  path: '/calendars/$id',
  component: lazyRouteComponent(() => import('./pages/calendars/calendar-page.tsx'), 'CalendarPage'),
});
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/settings/sign-in',
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});
const ssoConnection = createRoute({
  getParentRoute: () => root,
  path: '/settings/sign-in/$id',
  validateSearch: readFilters(['test']),
  component: lazyRouteComponent(() => import('./pages/sign-in/sso-connection-page.tsx'), 'SsoConnectionPage'),
});
const apply = createRoute({
  getParentRoute: () => root,
  path: '/apply',
  component: lazyRouteComponent(() => import('./pages/apply/apply-page.tsx'), 'ApplyPage'),
});
const operator = createRoute({
  getParentRoute: () => root,
  path: '/operator',
  component: lazyRouteComponent(() => import('./pages/operator/operator-page.tsx'), 'OperatorPage'),
});
const profile = createRoute({
  getParentRoute: () => root,
  path: '/profile',
  component: lazyRouteComponent(() => import('./pages/profile/profile-page.tsx'), 'ProfilePage'),
});
const limits = createRoute({
  getParentRoute: () => root,
  path: '/settings/limits',
  component: lazyRouteComponent(() => import('./pages/settings/limits-page.tsx'), 'LimitsPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    welcome,
    resetPassword,
    connect,
    connected,
    failedRecords,
    trace,
    approvals,
    organization,
    overview,
    integrations,
    integration,
    newIntegration,
    buildIntegration,
    runs,
    run,
    schedules,
    schedule,
    connections,
    newConnection,
    connection,
    connectors,
    newConnector,
    connector,
    editConnector,
    webhooks,
    webhook,
    audit,
    keys,
    clients,
    members,
    accounts,
    lookupTables,
    calendars,
    newCalendar,
    calendar,
    signIn,
    ssoConnection,
    apply,
    operator,
    profile,
    limits,
  ]),
  basepath: '/app',
  // Filters are texts, so an address says `status=failed` and no JSON.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: writeSearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: PageError,
  defaultPendingComponent: Skeleton,
});

watchMoves(router.history);

function writeSearch(search: Record<string, unknown>): string {
  const set = Object.entries(search).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  const text = new URLSearchParams(set).toString();
  return text === '' ? '' : `?${text}`;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

function NotFound(): ReactNode {
  return (
    <Page title="There is no such page">
      <EmptyState icon="search" title="Nothing is at this address" action={<Link to="/">To the overview</Link>}>
        The address may be mistyped, or the page has moved.
      </EmptyState>
    </Page>
  );
}

function PageError({ error, reset }: ErrorComponentProps): ReactNode {
  return (
    <Page title="This page failed">
      <ErrorNotice error={error} onRetry={reset} />
    </Page>
  );
}
