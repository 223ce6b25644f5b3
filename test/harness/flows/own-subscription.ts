import type { JsonObject } from '../../../core/json.ts';

/** The subscription of a connector that an organization adds: `DELETE /hooks/1` removes what `POST /hooks` made. */
export function ownWebhook(changes: JsonObject = {}, topic: JsonObject = {}): JsonObject {
  return {
    verify: { hmac: { header: 'X-Acme-Signature' } },
    events: { name: { in: 'event', name: 'type' }, id: [{ in: 'event', name: 'id' }] },
    subscription: {
      topics: {
        people: {
          title: 'People of a group',
          objects: { people: ['person.created', 'person.changed'] },
          of: { group: { title: 'Group' } },
          list: {
            request: { method: 'GET', path: '/hooks' },
            format: { kind: 'json', recordsPath: 'data' },
            paginate: { kind: 'none' },
          },
          urlPath: 'address',
          idPath: 'id',
          createdIdPath: 'hook.id',
          create: {
            method: 'POST',
            path: '/hooks',
            bodyFields: {
              address: '{$url}',
              events: '{$events}',
              signing_key: '{$secret}',
              until: '{$ends_at}',
              group: '{$of.group}',
            },
          },
          remove: [{ method: 'DELETE', path: '/hooks/{$id}' }],
          ends: {
            lifeS: 86_400,
            path: 'hook.until',
            renew: { method: 'PATCH', path: '/hooks/{$id}', bodyFields: { until: '{$ends_at}' } },
          },
          ...topic,
        },
      },
    },
    ...changes,
  };
}
