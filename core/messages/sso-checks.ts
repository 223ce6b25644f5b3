import type { SsoCheck } from '../enums.ts';

/** What to change when a check of a tested sign-in fails. For owners: they know their provider and not SAML. */
export const ssoAdvice: Readonly<Record<SsoCheck, string>> = {
  provider: 'The hub cannot read the provider. See that its address is right, and that it answers over https.',
  credentials: 'The provider refuses the client secret. Set it again, or choose another client_auth.',
  denied: 'The provider signed nobody in. See in its log why, and that the person may use the hub there.',
  request: 'It is no answer to the request of this test. Begin again, in one tab of one browser.',
  document: 'The answer is no SAML response that the hub reads. See that the provider answers by HTTP-POST.',
  assertion: 'There must be exactly one assertion, in clear or encrypted as a whole, with its key within it.',
  encryption:
    'The assertion cannot be decrypted. Make a key, and give the provider the metadata of the hub again, or turn encryption off there.',
  content_encryption:
    'The assertion is not encrypted by AES-GCM: CBC is refused. Set AES-128-GCM or AES-256-GCM at the provider.',
  key_encryption:
    'The key of the assertion is not encrypted by RSA-OAEP with SHA-1: RSA 1.5 is refused. Set rsa-oaep-mgf1p at the provider.',
  algorithm: 'An algorithm is too weak. Let the provider sign by RSA or ECDSA with SHA-256 or better.',
  signature: 'The signature is missing, or is by another key. Compare the certificates, and what must be signed.',
  issuer: 'Another provider made the answer. Set the entity id or the issuer to what the provider calls itself.',
  destination: 'The answer is for another address. Give the provider the assertion consumer service of the hub.',
  recipient: 'The assertion is for another address. Give the provider the assertion consumer service of the hub.',
  audience: 'The answer is for another audience. Give the provider the entity id or the client id of the hub.',
  time: 'The answer has expired or is from the future. Compare the clocks of the provider and of the hub.',
  contents: 'The answer lacks something. See that it says who the person is.',
  email: 'There is no confirmed e-mail address in the answer. See which attribute or claim has it, and set its name.',
  domain: 'The address is of a domain that is not verified here. Add the domain and verify it.',
  invitation: 'The person is no member. Invite them, or let everybody of the domain become one.',
  membership: 'The membership of the person is suspended. Activate it first.',
  role: 'No group of the person gives a role. Add a rule for one of the groups that came, or a default role.',
};
