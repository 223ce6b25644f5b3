import type { Route } from '../route.ts';
import { accountRoutes } from './accounts.ts';
import { apiKeyRoutes } from './access/api-keys.ts';
import { approvalRoutes } from './approvals.ts';
import { auditEventRoutes } from './audit-events.ts';
import { connectionLinkRoutes } from './connection-links.ts';
import { connectionRoutes } from './connections.ts';
import { connectorRoutes } from './connectors.ts';
import { formulaRoutes } from './formulas.ts';
import { groupRoutes } from './access/groups.ts';
import { integrationRoutes } from './integrations.ts';
import { integrationDraftRoutes } from './integration-drafts.ts';
import { integrationCheckRoutes } from './integration-checks.ts';
import { itemRoutes } from './items.ts';
import { limitRoutes } from './limits.ts';
import { liveRoutes } from './live.ts';
import { invitationRoutes } from './access/invitations.ts';
import { calendarRoutes } from './calendars.ts';
import { lookupTableRoutes } from './lookup-tables.ts';
import { meRoutes } from './access/me.ts';
import { memberRoutes } from './access/members.ts';
import { organizationRoutes } from './organization.ts';
import { overviewRoutes } from './overview.ts';
import { revisionRoutes } from './revisions.ts';
import { oauthClientRoutes } from './access/oauth-clients.ts';
import { operationRoutes } from './operations.ts';
import { runRoutes } from './runs.ts';
import { ssoConnectionRoutes } from './access/sso-connections.ts';
import { tokenIssuerRoutes } from './access/token-issuers.ts';
import { webhookEndpointRoutes } from './webhook-endpoints.ts';
import { workflowRoutes } from './workflows.ts';

/** Every operation under the base address. */
export const routes: readonly Route[] = [
  ...organizationRoutes,
  ...overviewRoutes,
  ...liveRoutes,
  ...accountRoutes,
  ...connectionLinkRoutes,
  ...connectionRoutes,
  ...operationRoutes,
  ...connectorRoutes,
  ...integrationRoutes,
  ...integrationCheckRoutes,
  ...integrationDraftRoutes,
  ...revisionRoutes,
  ...lookupTableRoutes,
  ...calendarRoutes,
  ...formulaRoutes,
  ...workflowRoutes,
  ...runRoutes,
  ...itemRoutes,
  ...approvalRoutes,
  ...webhookEndpointRoutes,
  ...auditEventRoutes,
  ...limitRoutes,
  ...apiKeyRoutes,
  ...memberRoutes,
  ...invitationRoutes,
  ...meRoutes,
  ...oauthClientRoutes,
  ...tokenIssuerRoutes,
  ...groupRoutes,
  ...ssoConnectionRoutes,
];
