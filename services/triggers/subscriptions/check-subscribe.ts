import type { Connector } from '../../../connectors/kit/connector.ts';
import {
  chooseTopic,
  listTopics,
  partText,
  type SubscriptionChoice,
} from '../../../connectors/kit/webhook/subscription.ts';
import type { FieldError } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import { readSubscribe, type Subscribe } from '../../../core/webhooks/subscribe.ts';
import type { Definition } from '../../../flow/definition.ts';

/** Looks whether the hub can do what `subscribe` asks for. @param connector Of the source; absent where it is not known. */
export function checkSubscribe(
  { subscribe, receive }: { subscribe?: Subscribe | undefined; receive?: unknown },
  connector: Connector | undefined,
  source: Definition['source'],
): FieldError[] {
  const asked = readSubscribe(subscribe);
  if (asked === undefined || connector === undefined) return [];
  if (receive !== undefined) return [{ path: 'subscribe', code: 'unexpected', message: messages.subscriptionReceives }];
  const chosen = chooseTopic(connector, source?.object, asked);
  if (chosen !== undefined) return checkParts(connector, chosen);
  const topics = listTopics(connector).map(([name]) => name);
  if (topics.length === 0) {
    const message = messages.subscriptionsUnknown({ connector: connector.name });
    return [{ path: 'subscribe', code: 'unsupported', message }];
  }
  const known = { allowed: topics };
  if (asked.to !== undefined && !topics.includes(asked.to)) {
    const message = messages.subscriptionTopicUnknown({ topic: asked.to });
    return [{ path: 'subscribe.to', code: 'unsupported', message, ...known }];
  }
  const message = messages.subscriptionUnsupported({ connector: connector.name });
  return [{ path: 'subscribe', code: 'unsupported', message, ...known }];
}

/** What the topic is about has to be named, unless the connection may name it. */
function checkParts(connector: Connector, { topic, of = {} }: SubscriptionChoice): FieldError[] {
  const { of: parts = {} } = Object.fromEntries(listTopics(connector))[topic] ?? {};
  const names = Object.keys(parts);
  return [
    ...Object.keys(of)
      .filter((name) => !Object.hasOwn(parts, name))
      .map((name) => ({
        path: `subscribe.of.${name}`,
        code: 'unexpected',
        message: messages.subscriptionPartUnknown({ topic }),
        allowed: names,
      })),
    ...Object.entries(parts).flatMap(([name, { title, from }]) => {
      const given = Object.hasOwn(of, name) ? of[name] : undefined;
      const path = `subscribe.of.${name}`;
      if (given === undefined)
        return from === undefined
          ? [{ path, code: 'required', message: messages.subscriptionPartMissing({ topic, title }) }]
          : [];
      return partText.test(given) ? [] : [{ path, code: 'invalid_format', message: messages.subscriptionPartInvalid }];
    }),
  ];
}
