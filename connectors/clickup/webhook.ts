import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { topic } from '../kit/webhook/subscription.ts';
import { inEvent, type Webhook } from '../kit/webhook/webhook.ts';

const lists = ['listCreated', 'listUpdated', 'listDeleted'];

/** Made for the person of the token, and gone with them. @see https://developer.clickup.com/docs/webhooks */
const workspace = topic({
  title: 'The workspace, as far as the person of the token sees it',
  needs: 'The token of a person who stays: ClickUp stops telling of anything when the person is disabled.',
  objects: {
    tasks: ['taskCreated', 'taskUpdated', 'taskDeleted'],
    lists,
    folder_lists: lists,
    folders: ['folderCreated', 'folderUpdated', 'folderDeleted'],
    spaces: ['spaceCreated', 'spaceUpdated', 'spaceDeleted'],
  },
  // @see https://developer.clickup.com/reference/getwebhooks
  list: {
    request: { method: 'GET', path: '/team/{config.team_id}/webhook' },
    format: { kind: 'json', recordsPath: 'webhooks' },
    paginate: { kind: 'none' },
  },
  urlPath: 'endpoint',
  idPath: 'id',
  // @see https://developer.clickup.com/reference/createwebhook
  create: {
    method: 'POST',
    path: '/team/{config.team_id}/webhook',
    bodyFields: { endpoint: '{$url}', events: '{$events}' },
  },
  // @see https://developer.clickup.com/reference/deletewebhook
  remove: [{ method: 'DELETE', path: '/webhook/{$id}' }],
  secret: { field: 'secret', path: 'webhook.secret' },
});

/**
 * @see https://developer.clickup.com/docs/webhooksignature and https://developer.clickup.com/docs/webhooktaskpayloads (read
 * 2026-11-28)
 */
export const webhook: Webhook = {
  docsUrl: 'https://developer.clickup.com/docs/webhooksignature',
  setup:
    'POST https://api.clickup.com/api/v2/team/{team_id}/webhook with the address as `endpoint`, and the `events` that matter. The answer has the `secret`.',
  credentials: z.strictObject({ secret: secretText('Secret of the webhook') }),
  signature: { kind: 'hmac', algorithm: 'sha256', encoding: 'hex', header: 'x-signature', key: 'secret' },
  // The pages name nothing that is the same each time an event is sent.
  events: { name: inEvent('event'), at: { place: inEvent('history_items[0].date'), unit: 'epoch_ms' } },
  subscription: { docsUrl: 'https://developer.clickup.com/docs/webhooks', topics: { workspace } },
};
