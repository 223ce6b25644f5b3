import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

/** The only form that the specification gives. */
const accessKey = {
  access_key_id: 'AKIAIOSFODNN7EXAMPLE',
  secret_access_key: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'eu-central-1',
};
const tenantId = '11111111-2222-4333-8444-555555555555';
const client = { client_id: '0b9c2f8a-7d1e-4a55-9f4e-3f2d1c0b9a87', client_secret: 'client-secret-7Q~x' };
const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

/** Identifiers of the three cloud providers and the HR system that the specification names, with a form of their own each. */
const serviceTypes: [serviceType: string, form: string, credentials: Record<string, string>][] = [
  ['aws', '§2.3', accessKey],
  ['azure', '§2.3', accessKey],
  ['gcp', '§2.3', accessKey],
  ['workday', '§2.3', accessKey],
  ['azure', 'client secret', { ...client, tenant_id: tenantId }],
  ['gcp', 'service account', { client_email: 'hub@acme.iam.gserviceaccount.com', private_key: privateKey }],
  ['workday', 'integration system user', { username: 'ISU_HUB@acme', password: 'a-long-password-8Zk' }],
];
const configs: Record<string, object> = {
  azure: { tenant_id: tenantId },
  workday: { tenant: 'acme', host: 'wd2-impl-services1.workday.com' },
};

function create(serviceType: string, credentials: object) {
  const body = { name: 'Cloud', service_type: serviceType, config: configs[serviceType] ?? {}, credentials };
  return api.request('POST', '/v1/connections', { body });
}

describe('test/api/spec-service-types', () => {
  it.each(serviceTypes)('§4.2 connects %s with its %s form, and shows nothing of it', async (type, _, credentials) => {
    const { status, body, data } = await create(type, credentials);

    expect([status, data.status, data.service_type]).toEqual([201, 'active', type]);
    const read = (await api.request('GET', `/v1/connections/${data.id}`)).body;
    // The form that credentials came by is told by its name, which may be that of a field.
    const seen = JSON.stringify([body, read, api.logged], (member, value: unknown) =>
      member === 'auth_method' ? undefined : value,
    );
    for (const name of ['secret_access_key', 'client_secret', 'private_key', 'password']) {
      expect(seen).not.toContain(name);
      if (credentials[name] !== undefined) expect(seen).not.toContain(credentials[name].slice(0, 40));
    }
  });

  it.each(
    serviceTypes.flatMap(([type, form, credentials]) =>
      Object.keys(credentials).map((field) => [type, form, field, credentials] as const),
    ),
  )('§4.2 says where %s (%s) lacks %s, or has it in another type', async (type, _, field, credentials) => {
    const { [field]: __, ...rest } = credentials;

    const answers = [await create(type, rest), await create(type, { ...credentials, [field]: 5 })];

    for (const { status, error } of answers) {
      expect([status, error.code]).toEqual([400, 'invalid_request']);
      expect(error.details.errors.map(({ path }) => path)).toContain(`credentials.${field}`);
    }
  });

  it.each(['aws', 'azure', 'gcp', 'workday'])('§4.2 says what %s does not know', async (type) => {
    const { status, error } = await create(type, { ...accessKey, secret_acces_key: 'x' });

    expect([status, error.code]).toEqual([400, 'invalid_request']);
    expect(error.details.errors.map(({ path }) => path)).toContain('credentials.secret_acces_key');
  });
});
