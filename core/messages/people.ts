import type { CertificateEnd } from '../enums.ts';

/** Messages about people: signing in, members and invitations. */
export const peopleMessages = {
  signInsTooMany: 'Too many people are signing in. Try again in a moment.',
  signInFailed: 'The e-mail address or the password is not right.',
  signInCodeWrong: 'The code is not right, or was used already. Wait for the next one.',
  sessionEnded: 'The session has ended. Sign in again.',
  signInExpired: 'Signing in took too long. Begin again.',
  signInNeedsHttps: 'People can sign in over https only. Set PUBLIC_URL to an https address.',
  signInNoOrganization: 'You are not an active member of any organization. Ask an administrator to invite you.',
  organizationSuspended: 'The organization is suspended. Ask the operator of this hub.',
  organizationPaused: 'The organization is suspended. Send the delivery again later.',
  operatorKeyNeeded: "This needs the operator's key (HUB_OPERATOR_KEY).",
  externalRefTaken: 'Another organization has this external_ref.',
  requestNotFromPage: 'A session is accepted from pages of the hub itself only.',
  credentialsTwice: 'Send an Authorization header or a session, not both.',
  reauthenticationRequired: 'Confirm that it is you: sign in again, then repeat the request.',
  secondFactorNeeded: {
    set_up: 'The organization asks for a second factor. Set one up first: an authenticator or a passkey.',
    confirm:
      'The organization asks for a second factor. Show yours first: a code of your authenticator, or your passkey.',
  },
  secondFactorOfYourOwn: 'Set up a second factor of your own and show it, before you ask everybody for one.',
  switchTooLate: 'You signed in too long ago for that organization. Sign in to it.',
  personRequired: 'This is for people who signed in. A key or an access token has none of it.',
  passwordTooShort: ({ min }: { min: number }) => `Must have at least ${min} characters.`,
  passwordTooEasy: 'This password is among the first that are guessed. Use several words that do not belong together.',
  passwordWrong: 'The current password is not right.',
  passwordNotSet: 'You have no password yet. Set one first.',
  emailNeeded: 'Choose an e-mail address to sign in with.',
  emailTaken: 'A person with this e-mail address exists already. Sign in as them, or use another address.',
  secondFactorsTooMany: ({ max }: { max: number }) => `You have ${max} second factors already. Remove one first.`,
  passkeyRefused: 'The passkey was not accepted. Try again, or use another way.',
  passkeyExpired: 'The passkey took too long, or the question was for another session. Begin again.',
  passkeyKnown: 'This passkey is added already.',
  passkeyNone: 'You have no passkey yet. Confirm with your password or a code.',
  passkeyLast: 'This passkey is your only way to sign in. Set a password or add another passkey first.',
  passkeysTooMany: ({ max }: { max: number }) => `You have ${max} passkeys already. Remove one first.`,
  invitationUnknown: 'The invitation does not exist, has expired or was used. Ask for a new one.',
  invitationPending: 'There is an open invitation for this address. Delete it first.',
  resetUnknown: 'The link does not exist, has expired or was used, or a newer one was made. Ask for a new one.',
  resetOwn: 'Change your own password on your profile, or let another administrator make the link.',
  resetSuspended: 'This member is suspended. Let them in again first.',
  resetNoAddress: 'This member has no e-mail address to sign in with. Invite them with one.',
  resetElsewhere:
    'This person belongs to another organization, too, which a new password would open. They can ask for a link by mail, or the operator of the hub makes one.',
  resetBySso: 'The organization wants this member to sign in by its identity provider. Reset their password there.',
  mailsTooMany: 'Too much mail is waiting. Try again in a moment.',
  resetMail: ({ url, hours }: { url: string; hours: number }) => ({
    subject: 'Choose a new password',
    text: `Somebody, probably you, asked for a new password for the Integration hub. Choose one here:

${url}

The link works once, within ${hours === 1 ? 'an hour' : `${hours} hours`}. If it was not you, nothing has to be done: your password is as it was.
`,
  }),
  memberExists: 'This person is a member already. Change their roles instead.',
  roleOfOrganization: 'This role is about the whole organization and cannot be limited to an account.',
  lastOwner: 'This is the last owner. Make another member an owner first.',
  groupsTooMany: ({ max }: { max: number }) => `The organization has ${max} groups already. Delete one first.`,
  groupExists: 'The organization has a group of this name already.',
  groupOfProvider: 'The identity provider decides about name and members of this group. Change them there.',
  memberUnknown: 'Not all of these are members of the organization.',
  ssoRoleOwner: 'Owners are made by owners, not by an identity provider or a group.',
  ssoKindUnclear: 'Send exactly one of oidc and saml.',
  ssoKindFixed: 'The kind of provider cannot change. Add another connection.',
  ssoConnectionsTooMany: ({ max }: { max: number }) =>
    `The organization has ${max} connections for single sign-on already. Delete one first.`,
  ssoDomainsTooMany: ({ max }: { max: number }) => `The connection has ${max} domains already. Remove one first.`,
  ssoDomainTaken: 'The organization has this domain already.',
  ssoDomainElsewhere: 'Another organization has verified this domain. Ask the operator of the hub.',
  ssoDomainUnproven: ({ name }: { name: string }) =>
    `There is no TXT record ${name} with the value that was asked for. Add it, wait until it is published, then verify again.`,
  ssoDomainUnverified: 'Verify the domain first.',
  ssoTestOver: 'The test is over. Its outcome is where you began it.',
  metadataUnreachable: 'The metadata cannot be read. See that the address is right and answers with 200 over https.',
  metadataInvalid: ({ why }: { why: string }) => `The metadata is not accepted. ${why}`,
  certificateEnds: ({ of, ends, day }: { of: 'provider' | 'hub'; ends: CertificateEnd; day: string }) =>
    `A certificate of the ${of === 'hub' ? 'hub' : 'provider'} ${ends === 'ended' ? 'ended' : 'ends'} on ${day}. Exchange it with the provider.`,
  encryptionSamlOnly: 'Assertions are encrypted by SAML only. This connection is by OpenID Connect.',
  metadataNone: 'The connection has no address of metadata. Set saml.metadata_url first.',
  metadataProblems: {
    unreachable: 'The metadata of the provider cannot be read. The certificates stay as they are.',
    invalid: 'The metadata of the provider is not valid any more. The certificates stay as they are.',
    entity_id_changed:
      'The metadata is of another provider now. Compare it with what the provider says, then accept it.',
    certificate_added:
      'The metadata has a certificate that is not known. Compare it with what the provider says, then accept it.',
    certificates_replaced:
      'The metadata has none of the known certificates that are valid any more. Compare them with what the provider says, then accept it.',
  },
  ssoRequired: 'Your organization wants you to sign in by its identity provider. Use single sign-on.',
  ssoSessionOnly:
    'You signed in by your organization, which manages how you do. Sign in with your own password or passkey first.',
  ssoSwitch:
    'You signed in by the identity provider of this organization, which vouches for you here only. Sign in to the other organization.',
  domainInvalid: 'Must be the name of a domain in ASCII, such as example.com or xn--bcher-kva.example.',
  certificateInvalid: 'Must be one certificate in PEM form (-----BEGIN CERTIFICATE-----).',
  rsaKeyInvalid: 'Must be an RSA private key in PEM form, without a password.',
  accountRequired: 'You act for some accounts only. Name one of them.',
} as const;
