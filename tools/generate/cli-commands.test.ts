import { describe, expect, it } from 'vitest';
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

  it('refuses two operations that would be one command', () => {
    const paths = {
      '/runs/{id}/logs': { get: { ...list, operationId: 'listRunLogs' } },
      '/runs/{id}/log': { get: { ...list, operationId: 'getRunLogs' } },
    };

    expect(() => renderCliCommands({ paths })).toThrow('Two operations would be the command `hub runs logs`.');
  });
});
