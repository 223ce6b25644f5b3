/** The same as `component-texts.data.ts`, for the schemas of people, members and sign-in. */
const person = {
  email: 'What the person signs in with, in lower case.',
  password: 'The password of the person.',
  role: 'The role. `GET /roles` lists what each may do.',
};
const member = { ...person, last_seen_at: 'When the person was last active in this organization.' };
const invitation = { ...person, accepted_at: 'When the person accepted it.' };
const factor = {
  kind: 'What it is: `totp`, an application that makes codes.',
  last_used_at: 'When a code was last used.',
};
const passkey = {
  name: 'What the person calls it.',
  credential: 'What the browser answered.',
  passkey: 'What the browser answered.',
  last_used_at: 'When somebody last signed in or confirmed with it.',
};
const answer = {
  id: 'What the authenticator calls the passkey.',
  rawId: 'The same.',
  type: 'Always `public-key`.',
  response: 'What the authenticator said.',
  clientDataJSON: 'What the browser says of the question: its challenge and its origin.',
  attestationObject: 'The new public key.',
  authenticatorData: 'What the authenticator says of itself.',
  signature: 'Over both of these.',
  transports: 'How the authenticator is reached.',
  userHandle: 'Whose passkey it is.',
};
const group = {
  name: 'The name, which no other group has.',
  roles: 'What its members may do, beside their own roles.',
};
const sso = {
  kind: 'By which protocol.',
  name: 'What the button says.',
  oidc: 'Of an OpenID provider.',
  saml: 'Of a SAML 2.0 identity provider.',
  provisioning: 'Who may become a member by signing in.',
  default_role: 'Of new members to whom no rule gives a role.',
  role_rules: 'Which group of the provider gives which role.',
  disabled: 'Nobody signs in by it.',
  domains: 'Domains whose people sign in by it.',
};

export const peopleTexts = {
  Elevation: { description: 'How long the confirmation of a person lasts.' },
  EndedSessions: { description: 'What became of the sessions of a member.' },
  ForgottenPassword: { description: 'Who helps a person that forgot their password.' },
  ForgottenPasswordInput: { description: 'Who forgot their password.', members: person },
  Group: { description: 'Members who have roles together.', members: group },
  GroupInput: { description: 'A group to make.', members: group },
  Invitation: { description: 'A link by which one person becomes a member.', members: invitation },
  InvitationAcceptance: { description: 'Who accepts an invitation.', members: person },
  InvitationInput: { description: 'Who is invited, and with which roles.', members: person },
  InvitationTokenInput: { description: 'Which invitation.' },
  Member: { description: 'A person in the organization.', members: member },
  MemberPatch: { description: 'A change of a member.', members: member },
  NewInvitation: { description: 'An invitation that was just made, with its link.', members: invitation },
  NewSecondFactor: { description: 'A second factor that was just added, with its secret.', members: factor },
  NewSecondFactorInput: { description: 'A second factor to add.' },
  NewResetLink: {
    description: 'A link for a new password, which was just made.',
    members: { expires_at: 'Until when it works.' },
  },
  OpenResetLink: {
    description: 'Whom a link for a new password is for.',
    members: { ...person, name: 'The name of the person.' },
  },
  OperatorResetLinkInput: { description: 'For which member a link for a new password is, and how it works.' },
  ResetInput: { description: 'The new password of the person whom a link is for.' },
  ResetLinkInput: { description: 'How a link for a new password works.' },
  ResetTokenInput: { description: 'Which link for a new password.' },
  OpenInvitation: {
    description: 'What an invitation is for.',
    members: {
      email: 'Who is invited. Absent where the person chooses an address.',
      organization: 'Which organization the person joins.',
      roles: 'What the person will be.',
    },
  },
  OrganizationSwitchInput: { description: 'In which organization to act from now on.' },
  OwnOrganization: {
    description: 'An organization in which the person who asks is an active member.',
    members: { name: 'Its name.' },
  },
  NewPasskey: { description: 'A passkey that was just added.', members: passkey },
  Passkey: { description: 'A key that an authenticator of a person keeps (WebAuthn).', members: passkey },
  PasskeyAnswer: {
    description: 'What a browser answers with a passkey: `PublicKeyCredential.toJSON()`.',
    members: answer,
  },
  PasskeyCreation: {
    description: 'What a browser answers for a new passkey: `PublicKeyCredential.toJSON()`.',
    members: answer,
  },
  PasskeyInput: { description: 'A passkey to add.', members: passkey },
  PasskeyOptions: { description: 'What a browser is to ask of its authenticator.' },
  PasskeyPatch: { description: 'A change of a passkey.', members: passkey },
  PasskeyQuestion: { description: 'What a browser is to ask of its authenticator.' },
  PasskeySignInInput: { description: 'A passkey to sign in by.', members: passkey },
  PasswordInput: { description: 'A new password.' },
  ReauthenticationInput: { description: 'What shows that it is still the same person.', members: person },
  RecoveryCodes: { description: 'Codes for the case that the second factor is lost.' },
  Role: { description: 'A role that members can have.', members: { ...person, description: 'What it is for.' } },
  SecondFactor: { description: 'What a person shows in the second step of signing in.', members: factor },
  SecondFactorConfirmation: { description: 'The first code of a second factor.' },
  SecondFactorInput: { description: 'What is shown in the second step of signing in.' },
  Session: {
    description: "A person's sign-in in one browser.",
    members: {
      last_seen_at: 'When it was last used; known a minute after it.',
      organization_id: 'The organization in which it acts.',
      user_agent: 'The browser, as it named itself.',
    },
  },
  OidcSettings: { description: 'How the hub speaks to an OpenID provider.' },
  OidcSettingsInput: { description: 'How the hub is to speak to an OpenID provider.' },
  OperatedOrganization: { description: 'An organization as the operator of the hub sees it.' },
  NewOperatedOrganization: { description: 'An organization that was just made, with a link for its owner.' },
  OperatedOrganizationInput: { description: 'An organization to make.' },
  OperatedOrganizationPatch: { description: 'A change of an organization by the operator.' },
  OrganizationLimits: { description: 'What an organization may use, in place of what is configured.' },
  OwnerLink: { description: 'A link: the first person who opens it becomes an owner.' },
  RemovedSsoDomain: {
    description: 'A domain that was removed.',
    members: { domain: 'The domain.', deleted: 'Always true.' },
  },
  RoleRule: { description: 'Which role the members of a group of the provider get.' },
  SamlSettings: { description: 'How the hub speaks to a SAML identity provider.' },
  SamlSettingsInput: { description: 'How the hub is to speak to a SAML identity provider.' },
  SignInMethods: { description: 'How people of a domain sign in.', members: { kind: 'By which protocol.' } },
  SignInMethodsInput: { description: 'Who wants to sign in.', members: person },
  SsoConnection: { description: 'An identity provider by which members sign in.', members: sso },
  SsoConnectionInput: { description: 'An identity provider by which members are to sign in.', members: sso },
  SsoDomain: { description: 'A domain whose people sign in by a connection.', members: { domain: 'The domain.' } },
  SsoDomainInput: { description: 'A domain to add.' },
  SsoDomainPatch: { description: 'A change of a domain.' },
  SsoCertificate: { description: 'When a certificate ends.' },
  SsoMetadataRefresh: { description: 'How metadata is read.' },
  SsoEncryption: {
    description: 'The key that the provider encrypts assertions for. The private part is in no answer.',
    members: { made_at: 'When the key was made.' },
  },
  SsoTest: {
    description: 'A sign-in that is tried, and what came of it.',
    members: { sso_connection_id: 'The identity provider that is tried.' },
  },
  SsoTestPerson: { description: 'Who came, by what the provider says.' },
  SignIn: { description: 'How far signing in has come.', members: { ...person, user: 'Who signed in.' } },
  SignInInput: { description: 'An address and a password.', members: person },
  SignOut: { description: 'The end of a session.', members: { signed_out: 'Always true.' } },
} as const;
