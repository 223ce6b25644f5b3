/** Kubernetes: namespaces, workloads, services, configuration and access rules of a cluster. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import { mtlsAuth, withAuthority } from '../kit/auth/signing-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docsUrl = 'https://kubernetes.io/docs/reference/kubernetes-api/';

export const connector: HttpConnector = defineConnector({
  id: 'kubernetes',
  name: 'Kubernetes',
  vendor: 'Kubernetes',
  category: 'cloud',
  docsUrl,
  version: '1.0.0',
  tags: ['containers', 'workloads', 'rbac', 'self-hosted'],
  transport: 'http',
  config: z.strictObject({
    server_url: z.url({ protocol: /^https?$/ }).meta({
      title: 'Address of the API server',
      help: '`kubectl cluster-info` shows it.',
      example: 'https://cluster.example.com',
      destination: true,
    }),
  }),
  auth: [
    // @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#service-account-tokens
    withAuthority(
      bearerAuth({
        title: 'Token of a service account',
        setup:
          '`kubectl create serviceaccount hub`, a role binding with what the objects need, then `kubectl create token hub --duration=8760h`.',
      }),
    ),
    // @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#x509-client-certificates
    mtlsAuth({
      setup:
        'A certificate that an authority of the cluster signed, whose common name is the user; `ca_certificate` is `certificate-authority-data` of the kubeconfig, decoded.',
    }),
  ],
  http: { baseUrl: '{config.server_url}', hosts: 'from_config', headers: { accept: 'application/json' } },
  // The server shares its capacity among those who call, and tells no figure: a careful one. @see https://kubernetes.io/docs/concepts/cluster-administration/flow-control/
  limits: { concurrency: 4, buckets: [{ name: 'client', limit: 20, perMs: 1000 }], signals: [] },
  // @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/
  errors: [
    {
      when: { status: 410, path: 'reason', equals: ['Expired', 'Gone'] },
      kind: 'cursor_expired',
      messagePath: 'message',
    },
    { when: { status: [400, 422] }, kind: 'validation', messagePath: 'message' },
    // Of a field that the kind does not have, or that has another type.
    // @see https://github.com/kubernetes/kubernetes/blob/master/staging/src/k8s.io/apimachinery/pkg/util/managedfields/internal/structuredmerge.go
    {
      when: { status: 500, bodyIncludes: ['failed to create typed patch object'] },
      kind: 'validation',
      messagePath: 'message',
    },
    { when: { status: 409 }, kind: 'conflict', messagePath: 'message' },
    // Of a namespace that is being deleted: no right is missing.
    {
      when: { status: 403, path: 'details.causes[0].reason', equals: ['NamespaceTerminating'] },
      kind: 'conflict',
      messagePath: 'message',
    },
  ],
  // Everyone who is signed in may ask about themselves, and nobody else.
  test: {
    request: {
      method: 'POST',
      path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
      body: {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SelfSubjectAccessReview',
        spec: { resourceAttributes: { verb: 'list', resource: 'namespaces' } },
      },
    },
  },
  objects,
  documentation: { source: docsUrl, asOf: '2026-11-23' },
});
