import { describe, expect, it } from 'vitest';
import { connector as http } from '../../connectors/http/index.ts';
import { connector as postgres } from '../../connectors/postgres/index.ts';
import {
  listSecretFields,
  pickPublicFields,
  validateConfig,
  validateCredentials,
} from '../../connectors/kit/validate.ts';

describe('test/conformance/forms', () => {
  it.each([
    [{}, 'none', {}],
    [{ token: 't' }, 'bearer', { token: 't' }],
    [{ username: 'u', password: 'p' }, 'basic', { username: 'u', password: 'p' }],
    [{ api_key: 'k' }, 'api_key', { api_key: 'k', header: 'X-API-Key' }],
    [{ api_key: 'k', query: 'q' }, 'api_key_query', { api_key: 'k', query: 'q' }],
  ])('finds the form that %j fits', (credentials, authMethod, value) => {
    expect(validateCredentials(http, credentials)).toEqual({ ok: true, authMethod, value });
  });

  it.each([
    [{ username: 'u' }, [['credentials.password', 'required']]],
    [{ username: 'u', password: 'p', token: 't' }, [['credentials.token', 'unknown_field']]],
    [{ token: 5 }, [['credentials.token', 'invalid_type']]],
    [{ api_key: 'k', header: 'a b' }, [['credentials.header', 'invalid_format']]],
    ['text', [['credentials', 'invalid_type']]],
    [null, [['credentials', 'invalid_type']]],
  ])('tells what is wrong with %j by the form that it is nearest to', (credentials, errors) => {
    const checked = validateCredentials(http, credentials);

    expect(checked.ok ? [] : checked.errors.map(({ path, code }) => [path, code])).toEqual(errors);
    expect(JSON.stringify(checked)).not.toContain('"t"');
  });

  it('completes a configuration', () => {
    const config = { host: 'db.example', database: 'hr' };

    expect(validateConfig(postgres, config)).toEqual({
      ok: true,
      value: { ...config, port: 5432, schema: 'public', ssl: 'verify_full' },
    });
  });

  it.each([
    [{ database: 'hr' }, [['config.host', 'required']]],
    [{ host: 'a b', database: 'hr' }, [['config.host', 'invalid_format']]],
    [{ host: 'a', database: 'hr', port: '5432' }, [['config.port', 'invalid_type']]],
    [{ host: 'a', database: 'hr', ssl: 'maybe' }, [['config.ssl', 'invalid_value']]],
    [{ host: 'a', database: 'hr', user: 'x' }, [['config.user', 'unknown_field']]],
  ])('tells what is wrong with the configuration %j', (config, errors) => {
    const checked = validateConfig(postgres, config);

    expect(checked.ok ? [] : checked.errors.map(({ path, code }) => [path, code])).toEqual(errors);
  });

  it.each([
    'ftp://a.example',
    'https://u:p@a.example',
    'https://a.example?x=1',
    'https://a.example/#x',
    'a.example',
    '',
  ])('does not take %j for a base address', (base_url) => {
    expect(validateConfig(http, { base_url })).toMatchObject({ ok: false, errors: [{ path: 'config.base_url' }] });
  });

  it('knows which fields of a form are secret', () => {
    const basic = http.auth.find(({ id }) => id === 'basic');

    expect(basic === undefined ? [] : listSecretFields(basic)).toEqual(['password']);
    expect(basic === undefined ? {} : pickPublicFields(basic, { username: 'u', password: 'p' })).toEqual({
      username: 'u',
    });
  });
});
