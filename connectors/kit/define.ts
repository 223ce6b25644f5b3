/**
 * What connectors are made with: `defineConnector` and the data its operations are made of, for each protocol in the
 * folder of its name.
 *
 * May import `core/` only; imported by connectors, `connectors/drivers` (which execute definitions) and services
 * (describing and validating).
 *
 * Terminology: a *definition* is a connector's one value. A *fault* says what went wrong, as a value; a
 * `ConnectorError` is a fault with the call that it happened in.
 */
import { z } from 'zod';
import { connectorCategories } from '../../core/enums.ts';
import type { JsonObject } from '../../core/json.ts';
import { otherBaseField, otherBaseName } from './http/base-url-field.ts';
import { checkDestinations, withDestinationsOnly } from './check-destinations.ts';
import type { Connector, DriverConnector, HttpConnector, HttpSettings, HttpTest, MistakenSystem } from './connector.ts';
import { errorRuleSchema } from './http/error-rules.ts';
import type { RequestTemplate } from './http/operations.ts';
import { requestSchema } from './http/request-schema.ts';
import { limitsSchema } from './limits.ts';

type WithOptional<Type, Optional extends keyof Type> = Omit<Type, Optional> & Partial<Pick<Type, Optional>>;
type DefaultedFacts = 'tags' | 'limits';
type HttpConnectorInput = WithOptional<Omit<HttpConnector, 'http' | 'test' | 'errors'>, DefaultedFacts | 'objects'> & {
  errors?: readonly z.input<typeof errorRuleSchema>[];
  http: WithOptional<HttpSettings, 'headers' | 'timeoutMs' | 'maxResponseBytes'>;
  test: {
    request: z.input<typeof requestSchema> | ((config: JsonObject) => RequestTemplate);
    passes?: HttpTest['passes'];
    others?: readonly { request: z.input<typeof requestSchema>; object: string }[];
    mistaken?: MistakenSystem<z.input<typeof requestSchema>>;
  };
};
type DriverConnectorInput<ConnectorType> = ConnectorType extends DriverConnector
  ? WithOptional<ConnectorType, DefaultedFacts>
  : never;

const factsSchema = z.object({
  id: z.string().regex(/^[a-z][a-z0-9_]{1,63}$/),
  name: z.string().min(1),
  vendor: z.string().min(1),
  category: z.enum(connectorCategories),
  docsUrl: z.url({ protocol: /^https$/ }),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  tags: z.array(z.string()).default([]),
  limits: limitsSchema.prefault({}),
});

/** Time for one whole exchange, and the most that one answer may hold. */
const httpDefaults = { headers: {}, timeoutMs: 30_000, maxResponseBytes: 64 * 1024 * 1024 };

/**
 * Makes a connector out of its description: the one value that forms, catalogue, sessions and tests are derived from.
 *
 * @throws {z.ZodError} when the description breaks a rule; a connector that loads is well formed.
 * @throws {TypeError} when a parameter decides where credentials are sent and is no destination.
 */
export function defineConnector<Transport extends DriverConnector['transport']>(
  given: DriverConnectorInput<Extract<DriverConnector, { transport: Transport }>>,
): Extract<DriverConnector, { transport: Transport }>;
// The last one: where none fits, the type checker names what is wrong by this one alone, and most connectors speak HTTP.
export function defineConnector(given: HttpConnectorInput): HttpConnector;
export function defineConnector(given: HttpConnectorInput | DriverConnectorInput<DriverConnector>): Connector {
  const facts = factsSchema.parse(given);
  checkDestinations(given);
  if (given.transport !== 'http') return { ...given, ...facts };
  return {
    ...given,
    ...facts,
    config: withOtherBase(given),
    http: { ...httpDefaults, ...given.http, ...toAddresses(given) },
    errors: z.array(errorRuleSchema).parse(given.errors ?? []),
    test: toTest(given.test),
    objects: given.objects ?? {},
  };
}

/** Where the vendor's address is known, a connection may have another: every connector takes one in the same way. */
function withOtherBase({ http: { baseUrl, hosts }, config }: HttpConnectorInput): z.ZodObject {
  if (hosts === 'from_config') return config;
  return config.extend({ [otherBaseName]: otherBaseField(typeof baseUrl === 'string' ? baseUrl : undefined) });
}

function toAddresses({
  http: { baseUrl, names },
  config,
}: HttpConnectorInput): Pick<HttpSettings, 'baseUrl' | 'names'> {
  return {
    baseUrl: typeof baseUrl === 'function' ? withDestinationsOnly(baseUrl, config) : baseUrl,
    ...(names === undefined ? {} : { names: withDestinationsOnly(names, config) }),
  };
}

function toTest({ request, passes = 'success', others, mistaken }: HttpConnectorInput['test']): HttpTest {
  return {
    passes,
    ...(others === undefined
      ? {}
      : { others: others.map((other) => ({ ...other, request: requestSchema.parse(other.request) })) }),
    request: typeof request === 'function' ? request : requestSchema.parse(request),
    ...(mistaken === undefined ? {} : { mistaken: { ...mistaken, request: requestSchema.parse(mistaken.request) } }),
  };
}
