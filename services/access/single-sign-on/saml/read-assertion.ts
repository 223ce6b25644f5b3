import { z } from 'zod';
import type { SsoCheck } from '../../../../core/enums.ts';
import type { SamlSettings } from '../../sso-connections/saml-settings.ts';
import { type SsoProfile, ssoProfile, toEmail, toName } from '../sso-profile.ts';
import { SsoRefusal } from '../sso-refusal.ts';

/** An element as the library's parser gives it: attributes in `$`, text in `_`, children in lists. */
const text = z.looseObject({ _: z.string().optional() });
const confirmation = z.looseObject({
  $: z.looseObject({ Method: z.string() }),
  SubjectConfirmationData: z
    .array(
      z.looseObject({
        $: z.looseObject({ Recipient: z.string(), NotOnOrAfter: z.string(), InResponseTo: z.string() }),
      }),
    )
    .length(1),
});

const signedAssertion = z.looseObject({
  Assertion: z.looseObject({
    $: z.looseObject({ ID: z.string().min(1) }),
    Issuer: z.array(text).length(1),
    Subject: z
      .array(
        z.looseObject({
          NameID: z
            .array(
              z.looseObject({ _: z.string().min(1), $: z.looseObject({ Format: z.string().optional() }).optional() }),
            )
            .length(1),
          SubjectConfirmation: z.array(confirmation).min(1),
        }),
      )
      .length(1),
    Conditions: z.array(z.looseObject({ AudienceRestriction: z.array(z.unknown()).min(1) })).length(1),
    AuthnStatement: z.array(z.looseObject({ $: z.looseObject({ SessionNotOnOrAfter: z.string().optional() }) })).min(1),
    AttributeStatement: z
      .array(
        z.looseObject({
          Attribute: z
            .array(
              z.looseObject({
                $: z.looseObject({ Name: z.string(), FriendlyName: z.string().optional() }),
                AttributeValue: z.array(z.unknown()).optional(),
              }),
            )
            .optional(),
        }),
      )
      .optional(),
  }),
});

/** What an assertion says, of which every byte was signed. */
export interface ReadAssertion {
  id: string;
  inResponseTo: string;
  profile: SsoProfile;
  /** Names of all attributes. */
  attributes: string[];
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

const emailNames = [
  'email',
  'mail',
  'emailAddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
];
const nameNames = [
  'displayName',
  'name',
  'cn',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
];

/**
 * Checks of a signed assertion what the library does not: who made it, and that it is for us, by every way in which it can be
 * confirmed.
 *
 * @param parsed As the library parsed the signed text.
 * @throws {SsoRefusal} `invalid_answer`; `no_email` where only a name for one occasion says who it is.
 */
export function readAssertion(
  parsed: unknown,
  { settings, acsUrl }: { settings: SamlSettings; acsUrl: string },
): ReadAssertion {
  const found = signedAssertion.safeParse(parsed);
  if (!found.success) return refuse('The assertion lacks something.', 'contents');
  const assertion = found.data.Assertion;
  if (assertion.Issuer[0]?._ !== settings.entity_id) refuse('It was made by somebody else.', 'issuer');
  const [subject] = assertion.Subject;
  const confirmations = (subject?.SubjectConfirmation ?? []).map(({ $, SubjectConfirmationData: [data] }) => ({
    method: $.Method,
    recipient: data?.$.Recipient,
    inResponseTo: data?.$.InResponseTo ?? '',
  }));
  const [first] = confirmations;
  const isOurs = confirmations.every(
    ({ method, recipient, inResponseTo }) =>
      method === bearer && recipient === acsUrl && inResponseTo === first?.inResponseTo,
  );
  const nameId = subject?.NameID[0];
  if (!isOurs || first === undefined || nameId === undefined) return refuse('It is for somebody else.', 'recipient');
  const attributes = readAttributes(assertion.AttributeStatement ?? []);
  const email = pick(attributes, settings.email_attribute, emailNames).map(toEmail).find(Boolean) ?? toEmail(nameId._);
  const isTransient = nameId.$?.Format === transient;
  if (isTransient && email === undefined) throw new SsoRefusal('no_email');
  const ends = assertion.AuthnStatement.flatMap(({ $ }) => $.SessionNotOnOrAfter ?? []).map((end) => Date.parse(end));
  if (ends.some((end) => Number.isNaN(end))) return refuse('The end of the session is no time.', 'time');
  return {
    id: assertion.$.ID,
    inResponseTo: first.inResponseTo,
    attributes: [...attributes.keys()],
    profile: ssoProfile.parse({
      // A name for one occasion is another one the next time.
      subject: isTransient ? email : nameId._,
      ...(email === undefined ? {} : { email }),
      name: pick(attributes, settings.name_attribute, nameNames).map(toName).find(Boolean),
      groups: attributes.get(settings.groups_attribute) ?? [],
      ...(ends.length === 0 ? {} : { endsAt: Math.min(...ends) }),
    }),
  };
}

type Statements = NonNullable<z.infer<typeof signedAssertion>['Assertion']['AttributeStatement']>;

/** Values by name, and by the friendly name where nothing is called so. */
function readAttributes(statements: Statements): Map<string, string[]> {
  const values = new Map<string, string[]>();
  const friendly = new Map<string, string[]>();
  for (const { $, AttributeValue: found = [] } of statements.flatMap(({ Attribute: list = [] }) => list)) {
    const texts = found.flatMap(toText);
    values.set($.Name, [...(values.get($.Name) ?? []), ...texts]);
    if ($.FriendlyName !== undefined) friendly.set($.FriendlyName, texts);
  }
  for (const [name, texts] of friendly) if (!values.has(name)) values.set(name, texts);
  return values;
}

function toText(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  const parsed = text.safeParse(value);
  return parsed.success && parsed.data._ !== undefined ? [parsed.data._] : [];
}

function pick(attributes: ReadonlyMap<string, string[]>, name: string | undefined, usual: readonly string[]): string[] {
  return (name === undefined ? usual : [name]).flatMap((one) => attributes.get(one) ?? []);
}

function refuse(why: string, check: SsoCheck): never {
  throw new SsoRefusal('invalid_answer', { cause: new Error(why), check });
}
