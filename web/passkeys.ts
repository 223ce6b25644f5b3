/** Whether this browser can ask an authenticator. */
export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/**
 * Lets an authenticator make a passkey.
 *
 * @param options As the hub gave them.
 * @throws {DOMException} when the person did not, or could not.
 */
export async function makePasskey(options: unknown) {
  if (!isCreation(options)) throw unreadable();
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const { response, ...made } = requireKey(await navigator.credentials.create({ publicKey })).toJSON();
  if (!('attestationObject' in response)) throw unreadable();
  const { clientDataJSON, attestationObject, transports } = response;
  return { ...toKind(made), response: { clientDataJSON, attestationObject, transports } };
}

/** Lets an authenticator answer with a passkey. The same. */
export async function usePasskey(options: unknown) {
  if (!isRequest(options)) throw unreadable();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const { response, ...used } = requireKey(await navigator.credentials.get({ publicKey })).toJSON();
  return { ...toKind(used), response };
}

function toKind({ id, rawId }: { id: string; rawId: string }) {
  return { id, rawId, type: 'public-key' as const };
}

/** The browser itself reads every member, and throws for what it cannot read. */
function isCreation(options: unknown): options is PublicKeyCredentialCreationOptionsJSON {
  return typeof options === 'object' && options !== null && 'challenge' in options && 'rp' in options;
}

function isRequest(options: unknown): options is PublicKeyCredentialRequestOptionsJSON {
  return typeof options === 'object' && options !== null && 'challenge' in options && 'rpId' in options;
}

function requireKey(credential: Credential | null): PublicKeyCredential {
  if (credential instanceof PublicKeyCredential) return credential;
  throw unreadable();
}

function unreadable(): DOMException {
  return new DOMException('There is no passkey to use.', 'NotAllowedError');
}
