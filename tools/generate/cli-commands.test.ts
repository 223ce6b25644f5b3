import { describe, expect, it } from 'vitest';
import { commands } from '../../cli/commands.data.ts';
import { renderCliCommands, toWords } from './cli-commands.ts';

const list = { responses: { 200: { content: { 'application/json': { schema: { properties: { data: {} } } } } } } };

describe('tools/generate/cli-commands', () => {
  it.each([
    ['listAccounts', '/accounts', ['accounts', 'list']],
    ['patchApiKey', '/api-keys/{id}', ['api-keys', 'update']],
    ['replaceTokenIssuerMembers', '/token-issuers/{id}', ['token-issuers', 'replace']],
    ['testUnsavedConnection', '/connections/test', ['connections', 'test-unsaved']],
    ['getConnectionSchema', '/connections/{id}/schema', ['connections', 'schema']],
    ['listRunLogs', '/runs/{id}/logs', ['runs', 'logs']],
    [
      'activateIntegrationRevision',
      '/integrations/{id}/revisions/{revision}/activate',
      ['integrations', 'activate-revision'],
    ],
    ['listFormulaFunctions', '/formulas/functions', ['formulas', 'functions']],
    ['getMe', '/me', ['me']],
  ])('makes a command of %s', (operationId, path, words) => {
    expect(toWords(operationId, path)).toEqual(words);
  });

  it.each([
    ['listRunItems', ['key', 'label', 'change', 'status', 'step']],
    ['listIntegrationItems', ['key', 'label', 'change', 'status', 'step']],
    ['listWorkflows', ['name', 'type', 'status', 'next_run_at']],
    ['listApprovals', ['status', 'message', 'requested_at', 'due_at']],
    ['listAuditEvents', ['created_at', 'action', 'actor']],
    ['listFailedRecordGroups', ['code', 'message', 'count', 'newest_at']],
  ])('shows of %s what tells its records apart', (operation, columns) => {
    const facts = commands.find((one) => one.operation === operation);

    expect(facts?.columns).toEqual(expect.arrayContaining(columns));
  });

  it('gives an option to a member that may be any JSON, and none to one that is only shown', () => {
    const membersOf = (operation: string): string[] =>
      commands.find((one) => one.operation === operation)?.body?.members.map(({ name }) => name) ?? [];

    expect(membersOf('skipStep')).toEqual(['output']);
    expect(membersOf('patchAccount')).not.toContain('created_at');
  });

  it('refuses two operations that would be one command', () => {
    const paths = {
      '/runs/{id}/logs': { get: { ...list, operationId: 'listRunLogs' } },
      '/runs/{id}/log': { get: { ...list, operationId: 'getRunLogs' } },
    };

    expect(() => renderCliCommands({ paths })).toThrow('Two operations would be the command `hub runs logs`.');
  });
});
