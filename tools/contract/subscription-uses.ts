import type { HttpConnector } from '../../connectors/kit/connector.ts';
import type { RequestTemplate } from '../../connectors/kit/http/operations.ts';
import { listTopics, type SubscriptionTopic } from '../../connectors/kit/webhook/subscription.ts';
import type { OperationUse } from './operation-uses.ts';

/**
 * Every request by which a connector subscribes: `subscription.TOPIC.list`, `….create`, `….secret`, `….verify`, `….renew`, and
 * `….remove`, the second of which is `….remove/2`.
 */
export function listSubscriptionUses(connector: HttpConnector): OperationUse[] {
  return listTopics(connector).flatMap(([name, topic]) =>
    listRequests(topic).map(([part, request]): OperationUse => ({
      id: `subscription.${name}.${part}`,
      request,
      call: { kind: 'subscription', topic, part },
    })),
  );
}

function listRequests({
  list,
  create,
  verify,
  secret,
  ends,
  remove,
}: SubscriptionTopic): (readonly [string, RequestTemplate])[] {
  const removals = remove.map((request, index) => [index === 0 ? 'remove' : `remove/${index + 1}`, request] as const);
  const others = [
    ['secret', secret.request],
    ['verify', verify],
    ['renew', ends?.renew],
  ] as const;
  return [
    ['list', list.request],
    ['create', create],
    ...others.flatMap(([part, request]) => (request === undefined ? [] : [[part, request] as const])),
    ...removals,
  ];
}
