/**
 * What the hub does, one verb per file; `api/` and every other way in call these and nothing below them.
 *
 * A verb takes `{ ctx, input }`: `ctx` says who asks and with what means, `input` was parsed by the shape exported
 * beside the verb. Each verb checks its scope first, does all its work in one transaction of the caller's organization,
 * and writes its audit row in the transaction of the change. Expected refusals are `HubError`s.
 *
 * Terminology: a *row* is what the database holds, a *record* is the same thing as the API shows it.
 */
export * from './access-tokens/token-verifier.ts';
export * from './accounts/create-account.ts';
export * from './accounts/delete-account.ts';
export * from './accounts/get-account.ts';
export * from './accounts/list-accounts.ts';
export * from './accounts/update-account.ts';
export * from './admin-scopes.ts';
export * from './api-keys/api-key.ts';
export * from './api-keys/create-api-key.ts';
export * from './api-keys/delete-api-key.ts';
export * from './api-keys/get-api-key.ts';
export * from './api-keys/key-uses.ts';
export * from './api-keys/key-verifier.ts';
export * from './api-keys/list-api-keys.ts';
export * from './api-keys/rotate-api-key.ts';
export * from './api-keys/update-api-key.ts';
export * from './connections/browse-records.ts';
export * from './connections/create-connection.ts';
export * from './connections/delete-connection.ts';
export * from './connections/get-connection.ts';
export * from './connections/get-connection-schema.ts';
export * from './connections/list-connections.ts';
export * from './connections/replace-credentials.ts';
export * from './connections/roll-back-credentials.ts';
export * from './connections/test-connection.ts';
export * from './connections/test-unsaved-connection.ts';
export * from './connections/update-connection.ts';
export * from './connections/workers.ts';
export * from './connectors/get-connector.ts';
export * from './connectors/list-connectors.ts';
export * from './context.ts';
export * from './credentials/credential-bell.ts';
export * from './credentials/describe-caller.ts';
export * from './formulas/evaluate-formula.ts';
export * from './formulas/list-formula-functions.ts';
export * from './idempotency/answer-sealer.ts';
export * from './idempotency/kept-answers.ts';
export * from './integrations/activate-integration.ts';
export * from './integrations/activate-revision.ts';
export * from './integrations/create-integration.ts';
export * from './integrations/deactivate-integration.ts';
export * from './integrations/delete-integration.ts';
export * from './integrations/execute-integration.ts';
export * from './integrations/get-integration.ts';
export * from './integrations/get-revision.ts';
export * from './integrations/list-integrations.ts';
export * from './integrations/list-revisions.ts';
export * from './integrations/preview-integration.ts';
export * from './integrations/update-integration.ts';
export * from './integrations/validate-integration.ts';
export * from './limits/request-limiter.ts';
export * from './networks.ts';
export * from './oauth-clients/create-oauth-client.ts';
export * from './oauth-clients/delete-oauth-client.ts';
export * from './oauth-clients/get-oauth-client.ts';
export * from './oauth-clients/list-oauth-clients.ts';
export * from './oauth-clients/rotate-client-secret.ts';
export * from './oauth-clients/update-oauth-client.ts';
export * from './oauth/authorization-server.ts';
export * from './oauth/client-credentials.ts';
export * from './oauth/issue-access-token.ts';
export * from './oauth/oauth-error.ts';
export * from './oauth/open-oauth.ts';
export * from './oauth/revoke-access-token.ts';
export * from './organizations/create-organization.ts';
export { waitingMax } from './runs/admit-run.ts';
export * from './runs/cancel-run.ts';
export * from './runs/get-run.ts';
export * from './runs/list-dead-letters.ts';
export * from './runs/list-integration-runs.ts';
export * from './runs/list-run-logs.ts';
export * from './runs/list-run-steps.ts';
export * from './runs/list-runs.ts';
export * from './runs/retry-records.ts';
export * from './runs/retry-run.ts';
export * from './runs/wait-for-run.ts';
export * from './scopes.ts';
export * from './token-issuers/create-token-issuer.ts';
export * from './token-issuers/delete-token-issuer.ts';
export * from './token-issuers/get-token-issuer.ts';
export * from './token-issuers/list-token-issuers.ts';
export * from './token-issuers/update-token-issuer.ts';
export * from './transaction.ts';
export * from './workflows/get-workflow.ts';
export * from './workflows/list-workflows.ts';
