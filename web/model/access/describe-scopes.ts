/** Scopes as a person grants them, by what they reach. Writing includes reading. */
export const scopeGroups = [
  { title: 'Integrations', scopes: ['integrations:read', 'integrations:write', 'integrations:execute'] },
  { title: 'Runs', scopes: ['runs:read', 'runs:write', 'runs:approve'] },
  { title: 'Contents of records', scopes: ['records:read'] },
  { title: 'Connections', scopes: ['connections:read', 'connections:write', 'connections:test', 'connections:use'] },
  { title: 'Connectors', scopes: ['connectors:read', 'connectors:write'] },
  { title: 'Workflows', scopes: ['workflows:read', 'workflows:write'] },
  { title: 'Webhooks', scopes: ['webhooks:read', 'webhooks:write'] },
  { title: 'Accounts', scopes: ['accounts:read', 'accounts:write'] },
  { title: 'API keys', scopes: ['api_keys:read', 'api_keys:write'] },
  { title: 'Members', scopes: ['members:read', 'members:write'] },
  { title: 'Audit log', scopes: ['audit:read'] },
] as const;

type Scope = (typeof scopeGroups)[number]['scopes'][number];

/**
 * The scopes that a form chose.
 *
 * @param held Those that were there before, which may be others than a form offers.
 */
export function readScopes<Held extends string = never>(form: FormData, held: readonly Held[] = []): (Scope | Held)[] {
  const wanted = form.getAll('scopes');
  const known = scopeGroups.flatMap(({ scopes }): (Scope | Held)[] => [...scopes]);
  return [...new Set([...known, ...held])].filter((scope) => wanted.includes(scope));
}

const acts: Readonly<Record<string, string>> = {
  read: 'See',
  write: 'Change',
  execute: 'Run',
  test: 'Test',
  approve: 'Approve',
  use: 'Use',
};

/** `runs:write` → `Change` */
export function describeAct(scope: string): string {
  const act = scope.split(':')[1] ?? scope;
  return acts[act] ?? act;
}

/** Whether scopes cover another one: `*` covers all, and writing includes reading. */
export function covers(scopes: readonly string[], wanted: string): boolean {
  if (scopes.includes('*') || scopes.includes(wanted)) return true;
  return wanted.endsWith(':read') && scopes.includes(wanted.replace(/:read$/, ':write'));
}
