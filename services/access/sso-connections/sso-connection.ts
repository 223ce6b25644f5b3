import { z } from 'zod';
import type { Clock } from '../../../core/clock.ts';
import { metadataProblems, roles, ssoKinds, ssoProvisionings } from '../../../core/enums.ts';
import { toId } from '../../../core/ids.ts';
import type { ssoConnections, ssoDomains } from '../../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../../shared/rows.ts';
import { idOf, nameSchema, timestamp } from '../../shared/schemas.ts';
import { toPageOrigin } from '../people/dashboard-url.ts';
import { oidcInput, oidcRecord } from './oidc-settings.ts';
import { roleRules, ssoRole } from './role-rules.ts';
import { type CertificateRecord, certificateRecord, describeCertificates } from './certificate-ends.ts';
import { describeEncryption, encryptionRecord, readEncryptionKeys } from './encryption/encryption-keys.ts';
import { samlInput, samlRecord, type SamlSettings } from './saml-settings.ts';
import { messages } from '../../../core/messages.ts';

/** How people of an organization sign in by its identity provider. */
export const ssoConnectionInput = z
  .strictObject({
    name: nameSchema.meta({ description: 'What the button says.', examples: ['Example login'] }),
    oidc: oidcInput.optional().meta({ description: 'Of an OpenID provider.' }),
    saml: samlInput.optional().meta({ description: 'Of a SAML 2.0 identity provider.' }),
    provisioning: z.enum(ssoProvisionings).default('jit').meta({
      description:
        '`jit`: everybody of its domains becomes a member at their first sign-in. `invited`: only who was invited.',
    }),
    default_role: ssoRole
      .optional()
      .meta({ description: 'Of new members to whom no rule gives a role. Default: none.' }),
    role_rules: roleRules.default([]),
    disabled: z.boolean().default(false).meta({ description: 'Nobody signs in by it, and its sessions end.' }),
  })
  .refine(({ oidc, saml }) => (oidc === undefined) !== (saml === undefined), { error: messages.ssoKindUnclear })
  .meta({ id: 'SsoConnectionInput' });

export type SsoConnectionInput = z.output<typeof ssoConnectionInput>;

export const ssoConnectionMembers = ['name', 'oidc', 'saml', 'provisioning', 'default_role', 'role_rules', 'disabled'];

export const ssoDomainRecord = z
  .object({
    domain: z.string(),
    verified_at: timestamp.optional().meta({ description: 'Absent: nobody signs in by it yet.' }),
    enforced: z.boolean().meta({ description: 'Its people sign in to the organization by the connection only.' }),
    txt_name: z.string().meta({ description: 'Name of the TXT record that shows whose domain it is.' }),
    txt_value: z.string().meta({ description: 'What the record holds.' }),
  })
  .meta({ id: 'SsoDomain' });

export type SsoDomainRecord = z.infer<typeof ssoDomainRecord>;

/** A connection as the API shows it: without secrets. */
export const ssoConnectionRecord = z
  .object({
    id: idOf('ssoConnection'),
    kind: z.enum(ssoKinds),
    name: z.string(),
    oidc: oidcRecord.optional(),
    saml: samlRecord.optional(),
    provisioning: z.enum(ssoProvisionings),
    default_role: z.enum(roles).optional(),
    role_rules: roleRules,
    disabled: z.boolean(),
    domains: z.array(ssoDomainRecord),
    encryption: encryptionRecord.optional().meta({ description: 'What the provider may encrypt assertions for.' }),
    certificates: z.array(certificateRecord).optional().meta({ description: 'When certificates end. Of SAML.' }),
    metadata: z
      .object({
        read_at: timestamp.optional().meta({ description: 'When it was last read and taken.' }),
        problem: z.enum(metadataProblems).optional().meta({ description: 'Why what came later was not taken.' }),
        advice: z.string().optional().meta({ description: 'What to do, for people.' }),
      })
      .optional()
      .meta({ description: 'Of a connection with `metadata_url`.' }),
    start_url: z.string().meta({ description: 'Where signing in begins; for a tile in the provider’s portal.' }),
    redirect_url: z.string().meta({ description: 'To register with the provider: where it sends people back to.' }),
    metadata_url: z.string().optional().meta({ description: "The hub's own metadata, for a SAML provider." }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'SsoConnection' });

export type SsoConnectionRecord = z.infer<typeof ssoConnectionRecord>;

export type DomainRow = Pick<
  Row<typeof ssoDomains, 'domain' | 'token' | 'verifiedAt' | 'enforced'>,
  'domain' | 'token' | 'verified_at' | 'enforced'
>;

export type SsoConnectionRow = Row<
  typeof ssoConnections,
  | 'id'
  | 'kind'
  | 'name'
  | 'config'
  | 'sealed'
  | 'encryptionKeys'
  | 'provisioning'
  | 'defaultRole'
  | 'roleRules'
  | 'disabledAt'
  | 'metadataReadAt'
  | 'metadataProblem'
  | 'rowVersion'
  | 'createdAt'
  | 'updatedAt'
> & { domains: DomainRow[] };

/** Addresses of a connection, which providers are told. @param connectionId In the form of the API. */
export function toSsoUrls(publicUrl: string, kind: 'oidc' | 'saml', connectionId: string) {
  const base = `${toPageOrigin(publicUrl)}/auth/${kind}/${connectionId}`;
  return {
    start: `${base}/start`,
    redirect: kind === 'oidc' ? `${base}/callback` : `${base}/acs`,
    metadata: `${base}/metadata`,
    finish: `${base}/finish`,
  };
}

export function toDomainRecord({ domain, token, verified_at: verifiedAt, enforced }: DomainRow): SsoDomainRecord {
  return {
    domain,
    ...(verifiedAt === null ? {} : { verified_at: fromTime(verifiedAt) }),
    enforced,
    txt_name: `_integration-hub.${domain}`,
    txt_value: `integration-hub-verification=${token}`,
  };
}

export function toSsoConnectionRecord(
  row: SsoConnectionRow,
  { publicUrl, clock }: { publicUrl: string; clock: Pick<Clock, 'now'> },
): SsoConnectionRecord {
  const saml = row.kind === 'saml' ? samlRecord.parse(row.config) : undefined;
  const encryption = describeEncryption(readEncryptionKeys(row.encryption_keys));
  const id = toId('ssoConnection', row.id);
  const urls = toSsoUrls(publicUrl, row.kind, id);
  return {
    id,
    kind: row.kind,
    name: row.name,
    ...(saml === undefined ? { oidc: oidcRecord.parse(row.config) } : { saml }),
    provisioning: row.provisioning,
    ...(row.default_role === null ? {} : { default_role: row.default_role }),
    role_rules: roleRules.parse(row.role_rules),
    disabled: row.disabled_at !== null,
    domains: row.domains.map(toDomainRecord),
    ...(encryption === undefined ? {} : { encryption }),
    ...(saml === undefined ? {} : { certificates: listCertificates(saml, clock.now(), encryption?.certificate) }),
    ...(saml?.metadata_url === undefined ? {} : { metadata: describeMetadata(row) }),
    start_url: urls.start,
    redirect_url: urls.redirect,
    ...(row.kind === 'saml' ? { metadata_url: urls.metadata } : {}),
    created_at: fromTime(row.created_at),
    updated_at: fromTime(row.updated_at),
  };
}

/** Those of the provider, then what the hub shows it. */
export function listCertificates(saml: SamlSettings, nowMs: number, encryption?: string): CertificateRecord[] {
  const own = [saml.signing_certificate, encryption].filter((pem) => pem !== undefined);
  return [...describeCertificates(saml.certificates, 'provider', nowMs), ...describeCertificates(own, 'hub', nowMs)];
}

function describeMetadata({ metadata_read_at: readAt, metadata_problem: problem }: SsoConnectionRow) {
  return {
    ...(readAt === null ? {} : { read_at: fromTime(readAt) }),
    ...(problem === null ? {} : { problem, advice: messages.metadataProblems[problem] }),
  };
}
