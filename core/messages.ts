import { connectorMessages } from './messages/connectors.ts';
import { credentialMessages } from './messages/credentials.ts';
import { customConnectorMessages } from './messages/custom-connectors.ts';
import { integrationMessages } from './messages/integrations.ts';
import { peopleMessages } from './messages/people.ts';
import { requestMessages } from './messages/requests.ts';
import { resourceMessages } from './messages/resources.ts';
import { runMessages } from './messages/runs.ts';

/**
 * The texts of errors, findings and log entries that users see, beside the codes of `errors.ts`: what is wrong, then what
 * to do.
 *
 * A text that needs values is a function of them. Values that a caller sent are never repeated, apart from names that
 * the hub knows.
 */
export const messages = {
  ...requestMessages,
  ...credentialMessages,
  ...peopleMessages,
  ...resourceMessages,
  ...integrationMessages,
  ...runMessages,
  ...connectorMessages,
  ...customConnectorMessages,
} as const;
