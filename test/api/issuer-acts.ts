import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Clock } from '../../core/clock.ts';
import { newUuid } from '../../core/ids.ts';
import { HttpStub } from '../harness/http.ts';
import { type Answer, startTestApi, type TestApi } from './harness.ts';
import { makeSigner, type Signer, signWith, toSeconds } from './oauth-acts.ts';

export const issuersPath = '/v1/token-issuers';

export const scopeRules = [
  { claim: 'groups', value: 'readers', scopes: ['accounts:read'] },
  { claim: 'realm_access.roles', value: 'runner', scopes: ['runs:read'] },
  { claim: 'https://example.com/role', value: 'boss', scopes: ['*'] },
];

/**
 * Registers what starts and stops an API that may read keys on this machine, and a server with the keys of an issuer for
 * each test: they are there within tests and hooks, and not before.
 */
export function useIssuers(clock: Clock) {
  let api: TestApi;
  let stub: HttpStub;
  let issuer: string;
  let signer: Signer;

  beforeAll(async () => {
    api = await startTestApi({ clock, allow: ['127.0.0.0/8'] });
    signer = await makeSigner('ES256');
  });
  beforeEach(async () => {
    stub = await HttpStub.start();
    issuer = `${stub.url}/${newUuid()}`;
  });
  afterEach(() => stub.stop());
  afterAll(() => api.close());

  /** The audience of the first organization. */
  const ours = (): string => `https://hub.example/${api.organization.organization_id}`;
  return {
    get api() {
      return api;
    },
    get stub() {
      return stub;
    },
    /** Of each test its own: a port comes again, and an issuer is registered once. */
    get issuer() {
      return issuer;
    },
    get signer() {
      return signer;
    },
    ours,
    register: (body: Record<string, unknown> = {}, key?: string): Promise<Answer> =>
      api.request('POST', issuersPath, {
        body: {
          name: 'Corporate',
          issuer,
          audience: ours(),
          jwks_uri: `${stub.url}/keys`,
          algorithms: ['ES256'],
          scope_rules: scopeRules,
          ...body,
        },
        ...(key === undefined ? {} : { key }),
      }),
    publish: (...keys: Signer[]): void => {
      stub.on('GET /keys', { json: { keys: keys.map(({ jwk }) => jwk) } });
    },
    /** A token of alice's, a reader, that fits what `register` registers. */
    toToken: (
      claims: Record<string, unknown> = {},
      header: Record<string, unknown> = {},
      by = signer,
    ): Promise<string> => {
      const usual = { iss: issuer, aud: ours(), sub: 'alice', exp: toSeconds(Date.now()) + 300, groups: ['readers'] };
      return signWith(by, { ...usual, ...claims }, header);
    },
    call: (token: string, target = '/v1/accounts'): Promise<Answer> => api.request('GET', target, { key: token }),
  };
}
