/**
 * What connectors are made with: `defineConnector` and the data its operations are made of, the pure planning of
 * requests and reading of answers, and the drivers that carry them out (HTTP and PostgreSQL).
 *
 * May import `core/` only; imported by connectors, services (describing and validating) and activities (sessions).
 *
 * Terminology: a *definition* is a connector's one value. A *session* is a connection opened for use. A *plan* is a
 * request ready to be sent but for credentials; an *answer* is what came back. A *fault* says what went wrong, as a
 * value; a `ConnectorError` is a fault with the call that it happened in. A *cursor* is where a reading stands, as JSON.
 */
export { toCatalogueEntry, type CatalogueEntry } from './catalogue-entry.ts';
export { defineConnector, type Connector } from './define.ts';
export { describeObject, type Described, type DescribeRequest, type ObjectDescription } from './describe-object.ts';
export { createLocalLimiter } from './local-limiter.ts';
export { openSession } from './open-session.ts';
export * from './session.ts';
export { validateConfig, validateCredentials } from './validate.ts';
