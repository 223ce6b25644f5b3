/** What the groups of operations are about, in the order in which the document lists them. */
export const tagTexts: Readonly<Record<string, string>> = {
  Accounts: 'Units of an organization, to which connections and integrations may belong.',
  Connectors: 'The catalogue of third-party systems that can be connected, and what each needs and offers.',
  Connections: 'Stored links to third-party systems, with sealed credentials that are never given out again.',
  Integrations: 'Configured data flows between two connections, in versions.',
  'Lookup tables': 'Tables in versions that mappings and formulas replace values by.',
  Formulas: 'The expression language of mappings and filters.',
  Workflows: 'What an integration does for each of its triggers.',
  Runs: 'Executions of integrations, with their counters and what became of their records.',
  'Webhook endpoints': 'Where you want to be told of events, and what became of the messages.',
  'Audit log': 'What was done in the organization, by whom and from where, in a chain that shows every change to it.',
  'API keys': 'Credentials of programs, with scopes.',
  'OAuth clients': 'Programs that get short-lived access tokens by client credentials.',
  'Token issuers': 'Other issuers whose access tokens are accepted.',
  OAuth: 'How programs get access tokens; outside of the base address, in the forms of the standards.',
  Caller: 'Who a credential is, and what it may do.',
  Limits: 'Every limit of the API, as it is configured here.',
};
