import type { SsoCheck } from '../../../../core/enums.ts';

/** What the library says, which has no codes, and which check that was. The first that fits counts. */
const names: readonly (readonly [RegExp, SsoCheck])[] = [
  [/signature|signed/i, 'signature'],
  [/audience/i, 'audience'],
  [/InResponseTo/, 'request'],
  // Of confirmations the library looks at the times alone; the rest is in `readAssertion`.
  [/expired|not yet valid|subject confirmation/i, 'time'],
  [/Missing SAML assertion|multiple assertions|EncryptedAssertion|decryption/, 'assertion'],
];

/** Names the check that the library for SAML reports as failed. @see https://github.com/node-saml/node-saml/blob/master/src/saml.ts */
export function nameFailure(error: unknown): SsoCheck {
  const message = error instanceof Error ? error.message : '';
  return names.find(([pattern]) => pattern.test(message))?.[1] ?? 'document';
}
