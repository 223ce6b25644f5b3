/**
 * Email: sends messages with SMTP, and reads mailboxes with IMAP, later runs only new messages. Either server may
 * be omitted.
 */
import type { EmailConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { sendPromise } from '../kit/email/operations.ts';
import { emailConfig, mailboxPasswordAuth } from '../kit/email/settings.ts';
import { outgoingMessage } from '../kit/email/schemas.ts';
import { sourceOptions, targetOptions } from './options.ts';
import { resolveMailbox } from './resolve-mailbox.ts';

const config = { imap_host: 'imap.example.com', smtp_host: 'smtp.example.com' };

export const connector: EmailConnector = defineConnector({
  id: 'email',
  name: 'E-mail (SMTP and IMAP)',
  vendor: 'Any provider',
  category: 'generic',
  docsUrl: 'https://www.rfc-editor.org/rfc/rfc9051',
  version: '1.0.0',
  tags: ['smtp', 'imap', 'mail', 'messages'],
  transport: 'email',
  config: emailConfig,
  auth: [mailboxPasswordAuth()],
  objects: {
    outgoing: {
      driver: 'email',
      title: 'Messages to be sent',
      docsUrl: 'https://www.rfc-editor.org/rfc/rfc5321',
      schema: outgoingMessage,
      operations: { create: { promise: { ...sendPromise, schema: outgoingMessage } } },
    },
  },
  dynamicObjects: {
    title: 'Mailboxes',
    help: 'A mailbox by its name, with those above it: `INBOX`, `Archive/2026`.',
    sourceOptions,
    targetOptions,
    resolve: resolveMailbox,
    examples: [
      { title: 'Read what comes in', request: { config, object: 'INBOX', role: 'source', options: {} } },
      {
        title: 'Read only who wrote whom',
        request: { config, object: 'Sent', role: 'source', options: { content: 'headers', page_size: 200 } },
      },
    ],
  },
  peers: ['Dovecot', 'smtp-server'],
  documentation: { source: 'https://www.rfc-editor.org/rfc/rfc9051', asOf: '2026-11-21' },
});
