import { X509Certificate, createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { samlSignatures } from '../../../core/enums.ts';
import { messages } from '../../../core/messages.ts';

const pemMax = 16_384;
const certificatesMax = 5;
const metadataMax = 262_144;

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).publicKey.asymmetricKeyType !== undefined;
  } catch {
    return false;
  }
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

const certificate = z.string().trim().max(pemMax).refine(isCertificate, messages.certificateInvalid);
const attribute = z.string().min(1).max(255);

/** What the hub knows of a SAML identity provider, without the key that requests are signed with. */
export const samlSettings = z.object({
  entity_id: z
    .string()
    .regex(/^[\x21-\x7e]{1,1024}$/, messages.issuerUrlInvalid)
    .meta({ description: 'As the provider names itself.', examples: ['https://login.example.com/saml'] }),
  sso_url: z
    .string()
    .regex(/^[\x21-\x7e]{1,1024}$/, messages.urlInvalid)
    .meta({ format: 'uri', description: 'Where people are sent to sign in (HTTP-Redirect binding).' }),
  certificates: z.array(certificate).min(1).max(certificatesMax).meta({
    description: 'What it signs with, in PEM. Several while it changes its key. No other certificate counts.',
  }),
  metadata_url: z
    .string()
    .regex(/^[\x21-\x7e]{1,1024}$/, messages.urlInvalid)
    .optional()
    .meta({
      format: 'uri',
      description:
        "Where the provider's metadata is. Entity id, sign-in address and certificates are read there, when it is set and once a day.",
    }),
  signed: z
    .enum(samlSignatures)
    .default('either')
    .meta({ description: 'Which parts of an answer must be signed. Unsigned answers are refused in any case.' }),
  sign_requests: z.boolean().default(false).meta({ description: 'The hub signs its requests with `signing_key`.' }),
  signing_certificate: certificate
    .optional()
    .meta({ description: 'The certificate of `signing_key`, in PEM: part of the metadata that the provider reads.' }),
  email_attribute: attribute
    .optional()
    .meta({ description: 'Where the e-mail address is. Default: the names in common use, then a NameID that is one.' }),
  name_attribute: attribute
    .optional()
    .meta({ description: "Where the person's name is. Default: names in common use." }),
  groups_attribute: attribute
    .default('groups')
    .meta({ description: 'Where the names of groups are, for the role rules.' }),
});

/** As callers send it: the key is stored encrypted and never shown. */
export const samlInput = z
  .strictObject({
    ...samlSettings.shape,
    entity_id: samlSettings.shape.entity_id.optional(),
    sso_url: samlSettings.shape.sso_url.optional(),
    certificates: samlSettings.shape.certificates.optional(),
    metadata_xml: z.string().min(1).max(metadataMax).optional().meta({
      writeOnly: true,
      description: "The provider's metadata itself, in place of entity id, sign-in address and certificates.",
    }),
    signing_key: z.string().trim().max(pemMax).refine(isRsaKey, messages.rsaKeyInvalid).optional().meta({
      writeOnly: true,
      description: 'RSA private key in PEM. Left out of a change, it stays.',
    }),
  })
  .meta({ id: 'SamlSettingsInput' });

export const samlRecord = samlSettings.meta({ id: 'SamlSettings' });

export type SamlSettings = z.infer<typeof samlSettings>;
