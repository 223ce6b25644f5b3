import {
  authorizeByLink,
  connectAuthorization,
  connectByLink,
  connectedRecord,
  connectInput,
  linkTokenInput,
  lookUpLink,
  openLinkRecord,
  testByLink,
  testReport,
} from '../../services/connection-links/use-connection-link.ts';
import { type AuthOperation, defineAuthOperation } from './operation.ts';

/** What waits for a worker may be instead. */
const upstreamErrors = ['upstream_error', 'upstream_timeout', 'quota_exceeded'] as const;

/** How a customer connects a system of theirs, by a link and without being a member. */
export const connectOperations: readonly AuthOperation[] = [
  defineAuthOperation(
    {
      path: '/connect/link',
      tag: 'Connections',
      operationId: 'lookUpConnectionLink',
      summary: 'Look up a link to connect by',
      description: 'Says to the holder of a link whom it is for, and what can be connected.',
      body: { shape: linkTokenInput },
      data: openLinkRecord,
      errors: ['not_found'],
    },
    { answer: async ({ visit, body }) => ({ data: await lookUpLink(visit, body), cookies: [] }) },
  ),
  defineAuthOperation(
    {
      path: '/connect/test',
      tag: 'Connections',
      operationId: 'testByConnectionLink',
      summary: 'Test a system by a link',
      description: 'Nothing of it is stored, and the link stays open.',
      body: { shape: connectInput },
      data: testReport,
      errors: ['not_found', ...upstreamErrors],
    },
    {
      person: ({ body }) => body.token,
      answer: async ({ visit, body }) => ({ data: await testByLink(visit, body), cookies: [] }),
    },
  ),
  defineAuthOperation(
    {
      path: '/connect/authorize',
      tag: 'Connections',
      operationId: 'authorizeByConnectionLink',
      summary: 'Begin the authorization of a system by a link',
      description: 'For the OAuth 2.0 forms of connectors. The link is spent when the person comes back.',
      body: { shape: connectInput },
      data: connectAuthorization,
      errors: ['not_found', 'quota_exceeded'],
    },
    {
      person: ({ body }) => body.token,
      answer: async ({ visit, body }) => ({ data: await authorizeByLink(visit, body), cookies: [] }),
    },
  ),
  defineAuthOperation(
    {
      path: '/connect/finish',
      tag: 'Connections',
      operationId: 'connectByLink',
      summary: 'Connect a system by a link',
      description: 'Stores the connection with its credentials sealed, and spends the link.',
      body: { shape: connectInput },
      data: connectedRecord,
      errors: ['not_found'],
    },
    {
      person: ({ body }) => body.token,
      answer: async ({ visit, body }) => ({ data: await connectByLink(visit, body), cookies: [] }),
    },
  ),
];
