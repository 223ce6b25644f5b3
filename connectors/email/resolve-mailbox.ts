import type { EmailObject, ObjectRequest, Resolved } from '../kit/object-types.ts';
import { receivedMessage } from '../kit/email/schemas.ts';
import { sourceOptions } from './options.ts';

/** Builds an object from a mailbox. Messages are sent with the declared object, not to a mailbox. */
export function resolveMailbox({ object, options, role }: ObjectRequest): Resolved<EmailObject> {
  if (role === 'target') {
    const message = 'Mailboxes are read only: what is sent is the object `outgoing`.';
    return { ok: false, problems: [{ path: 'object', code: 'unsupported', message, allowed: ['outgoing'] }] };
  }
  if (object === '' || object.length > 1000 || /\p{Cc}/u.test(object)) {
    const message = 'This is not the name of a mailbox.';
    return { ok: false, problems: [{ path: 'object', code: 'invalid_value', message }] };
  }
  const { content, message_bytes_max: messageBytesMax, page_size: pageSize } = sourceOptions.parse(options);
  const list = { kind: 'mailbox', mailbox: object, content, messageBytesMax, pageSize } as const;
  const described = { title: `Mailbox ${object}`, key: ['uid'], schema: receivedMessage };
  return { ok: true, object: { driver: 'email', ...described, operations: { list } } };
}
