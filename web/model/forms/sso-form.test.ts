import { describe, expect, it } from 'vitest';
import { readAdmission, readOidc, readSaml, splitCertificates } from './sso-form.ts';

function toForm(entries: readonly (readonly [string, string])[]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

const frame = (text: string): string => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`;

describe('web/model/forms/sso-form', () => {
  it('leaves out what was left empty, so that a stored secret stays', () => {
    const form = toForm([
      ['issuer', ' https://login.example.com '],
      ['client_id', 'hub'],
      ['client_secret', ''],
      ['client_auth', ''],
    ]);
    expect(readOidc(form)).toEqual({ issuer: 'https://login.example.com', client_id: 'hub' });
  });

  it('takes certificates in frames, several of them, and one without', () => {
    expect(splitCertificates(`${frame('AAA')}\n\n${frame('BBB')}`)).toEqual([frame('AAA'), frame('BBB')]);
    expect(splitCertificates(' AA\nBB ')).toEqual([frame('AABB')]);
    expect(splitCertificates('')).toEqual([]);
    expect(readSaml(toForm([['signed', 'both']])).signed).toBe('both');
  });

  it('reads rules line by line, and takes a default role away that is not chosen', () => {
    const form = toForm([
      ['provisioning', 'invited'],
      ['default_role', ''],
      ['group', 'builders'],
      ['rule_role', 'builder'],
      ['group', ' '],
      ['rule_role', 'viewer'],
      ['group', 'chiefs'],
      ['rule_role', 'owner'],
    ]);
    expect(readAdmission(form)).toEqual({
      provisioning: 'invited',
      default_role: null,
      role_rules: [{ group: 'builders', role: 'builder' }],
    });
  });
});
