import type { OidcSettingsInput, RoleRule, SamlSettingsInput, SsoConnection } from '../../../client/operations.data.ts';
import { readText } from '../read-text.ts';

export type SsoKind = SsoConnection['kind'];

/** Settings of an OpenID provider, without what was left empty. */
export function readOidc(form: FormData): OidcSettingsInput {
  const text = (name: string): string => readText(form, name).trim();
  const secret = text('client_secret');
  const auth = authMethods.find((method) => method === text('client_auth'));
  return {
    issuer: text('issuer'),
    client_id: text('client_id'),
    ...(secret === '' ? {} : { client_secret: secret }),
    ...(auth === undefined ? {} : { client_auth: auth }),
    ...(text('groups_claim') === '' ? {} : { groups_claim: text('groups_claim') }),
  };
}

export const authMethods = ['client_secret_basic', 'client_secret_post'] as const;

/** Settings of a SAML identity provider. */
export function readSaml(form: FormData): SamlSettingsInput {
  const text = (name: string): string => readText(form, name).trim();
  const [url, xml] = [text('metadata_url'), text('metadata_xml')];
  const [entityId, ssoUrl] = [text('entity_id'), text('sso_url')];
  const certificates = splitCertificates(text('certificates'));
  const signed = signatures.find(([name]) => name === text('signed'))?.[0];
  return {
    ...(url === '' ? {} : { metadata_url: url }),
    ...(xml === '' ? {} : { metadata_xml: xml }),
    ...(entityId === '' ? {} : { entity_id: entityId }),
    ...(ssoUrl === '' ? {} : { sso_url: ssoUrl }),
    ...(certificates.length === 0 ? {} : { certificates }),
    ...(signed === undefined ? {} : { signed }),
    ...(text('groups_attribute') === '' ? {} : { groups_attribute: text('groups_attribute') }),
  };
}

export const signatures = [
  ['either', 'The assertion or the response'],
  ['assertion', 'The assertion'],
  ['response', 'The response'],
  ['both', 'Both'],
] as const;

/** Certificates that stand one below the other, with or without their frames. */
export function splitCertificates(text: string): string[] {
  const found = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g);
  if (found !== null) return [...found];
  const bare = text.replaceAll(/\s+/g, '');
  return bare === '' ? [] : [`-----BEGIN CERTIFICATE-----\n${bare}\n-----END CERTIFICATE-----`];
}

export const ssoRoles = ['viewer', 'operator', 'approver', 'builder', 'admin', 'auditor'] as const;

/** Which group gives which role, as lines of a form that stand side by side; a line without a group is none. */
export function readRules(form: FormData): RoleRule[] {
  const groups = form.getAll('group');
  return form.getAll('rule_role').flatMap((value, index) => {
    const group = groups[index];
    const role = ssoRoles.find((name) => name === value);
    if (role === undefined || typeof group !== 'string' || group.trim() === '') return [];
    return [{ group: group.trim(), role }];
  });
}

/** Who becomes a member, and as what. A change without a default role takes the one before away. */
export function readAdmission(form: FormData): {
  provisioning: SsoConnection['provisioning'];
  default_role: (typeof ssoRoles)[number] | null;
  role_rules: RoleRule[];
} {
  return {
    provisioning: readText(form, 'provisioning') === 'invited' ? 'invited' : 'jit',
    default_role: ssoRoles.find((role) => role === readText(form, 'default_role')) ?? null,
    role_rules: readRules(form),
  };
}
