import { HubApiError, HubUnreachableError, toHubApiError } from '../client/hub-api-error.ts';
import { usePasskey } from './passkeys.ts';

/** How far a sign-in has come. */
export interface SignInState {
  /** Otherwise the second factor is asked for. */
  isDone: boolean;
  /** What to ask an authenticator, of a person with passkeys. */
  passkeyOptions: unknown;
}

/** Signs in by e-mail address and password. @throws {HubApiError} when they do not fit. */
export async function signIn(email: string, password: string): Promise<SignInState> {
  return toState(await post('/auth/sign-in', { email, password }));
}

/** How people of a domain sign in. */
export interface SignInMethods {
  password: boolean;
  /** Identity providers, with what the button says and where it leads. */
  sso: readonly { name: string; url: string }[];
}

/** Looks up how people of an address's domain sign in. */
export async function listSignInMethods(email: string): Promise<SignInMethods> {
  const found = await post('/auth/methods', { email });
  const listed: unknown[] = Array.isArray(found['sso']) ? found['sso'] : [];
  const sso = listed.filter(isObject).map(({ name, url }) => ({ name: String(name), url: String(url) }));
  return { password: found['password'] === true, sso };
}

/** Whether an organization wants its people to sign in by its identity provider. */
export function wantsSso(error: unknown): boolean {
  return error instanceof HubApiError && error.details['reason'] === 'sso_required';
}

/** Gives the second factor: six digits of the application, or a recovery code. @throws {HubApiError} when it does not fit. */
export async function giveSecondFactor(code: string): Promise<SignInState> {
  return toState(await post('/auth/second-factor', /^\d{6}$/.test(code) ? { code } : { recovery_code: code }));
}

/** Gives a passkey as the second factor. @throws {HubApiError | DOMException} */
export async function givePasskey(options: unknown): Promise<SignInState> {
  return toState(await post('/auth/second-factor', { passkey: await usePasskey(options) }));
}

/** Signs in by a passkey alone. @throws {HubApiError | DOMException} */
export async function signInByPasskey(): Promise<SignInState> {
  const { options } = await post('/auth/passkey/options', {});
  return toState(await post('/auth/passkey', { passkey: await usePasskey(options) }));
}

/** Acts in another organization of the person. @throws {HubApiError} `forbidden` where they have to sign in to it. */
export async function switchOrganization(id: string): Promise<void> {
  await post('/auth/switch-organization', { organization_id: id });
}

/** Ends the session of this browser. */
export async function signOut(): Promise<void> {
  await post('/auth/sign-out', {});
}

/** What an invitation says to the holder of its link. */
export interface Invitation {
  organization: string;
  /** Absent where the person is to choose one. */
  email: string | undefined;
  personExists: boolean;
  /** The link alone signs in. */
  passwordless: boolean;
}

/** Looks up an invitation. @throws {HubApiError} `not_found` for one that was used or has expired. */
export async function lookUpInvitation(token: string): Promise<Invitation> {
  const found = await post('/auth/invitation', { token });
  const organization = isObject(found['organization']) ? found['organization']['name'] : undefined;
  const { email } = found;
  return {
    organization: typeof organization === 'string' ? organization : '',
    email: typeof email === 'string' ? email : undefined,
    personExists: found['person_exists'] === true,
    passwordless: found['passwordless'] === true,
  };
}

/** Accepts an invitation and signs in. */
export async function acceptInvitation(input: {
  token: string;
  email?: string;
  name?: string;
  password?: string;
}): Promise<SignInState> {
  return toState(await post('/auth/accept-invitation', input));
}

/** Asks for a link for a new password. @returns who helps: the mail that may come, or an administrator. */
export async function askForResetLink(email: string): Promise<'mail' | 'administrator'> {
  const { help } = await post('/auth/forgotten-password', { email });
  return help === 'mail' ? 'mail' : 'administrator';
}

/** What a link for a new password says to its holder. */
export interface ResetLink {
  name: string;
  email: string | undefined;
  /** It also removes second factors and passkeys. */
  secondFactors: boolean;
}

/** Looks up a link for a new password. @throws {HubApiError} `not_found` for one that does not work. */
export async function lookUpResetLink(token: string): Promise<ResetLink> {
  const { name, email, second_factors: secondFactors } = await post('/auth/reset-link', { token });
  return {
    name: String(name),
    email: typeof email === 'string' ? email : undefined,
    secondFactors: secondFactors === true,
  };
}

/** Chooses a new password by a link, and signs in. */
export async function resetPassword(token: string, password: string): Promise<SignInState> {
  return toState(await post('/auth/reset-password', { token, password }));
}

/** Whether the password was changed, and only signing in with it was refused. */
export function wasRefusedAfterwards(error: unknown): boolean {
  return error instanceof HubApiError && error.details['password_changed'] === true;
}

/** Confirms that it is still the person: by password, or six digits of the application. */
export async function confirmIdentity(proof: string): Promise<void> {
  await post('/v1/me/reauthenticate', /^\d{6}$/.test(proof) ? { code: proof } : { password: proof });
}

/** The same, by a passkey. @throws {HubApiError | DOMException} */
export async function confirmByPasskey(): Promise<void> {
  const { ceremony, options } = await post('/v1/me/reauthenticate/passkey-options', {});
  await post('/v1/me/reauthenticate', { passkey: { ceremony, credential: await usePasskey(options) } });
}

/** Whether an act waits for such a confirmation. */
export function wantsConfirmation(error: unknown): boolean {
  return error instanceof HubApiError && error.details['reason'] === 'reauthentication_required';
}

function toState(answer: Record<string, unknown>): SignInState {
  return { isDone: answer['state'] !== 'second_factor_required', passkeyOptions: answer['passkey_options'] };
}

/** Asks one of the addresses that need no session. @throws {HubApiError} */
export async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { accept: 'application/json', 'content-type': 'application/json', 'hub-session': '1' };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(
    (error: unknown) => {
      throw new HubUnreachableError(error);
    },
  );
  const text = await response.text();
  if (!response.ok) throw toHubApiError(response, text);
  const answer: unknown = JSON.parse(text);
  return isObject(answer) && isObject(answer['data']) ? answer['data'] : {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
