import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { Secret } from '../../core/secret.ts';
import { openText, sealText } from '../access/pepper-box.ts';

/** The one purpose of the derived key. A change of the form gets another name. */
const purpose = 'integration-hub hook credentials, form 1';

/** Which hook credentials are of, and which connector's form they fill: they open for nothing else. */
export interface HookIdentity {
  orgId: string;
  /** UUID. */
  id: string;
  serviceType: string;
}

/** Seals what deliveries are checked by. The API process checks them itself, so it must be able to open them. */
export function sealHookCredentials(pepper: Secret<string>, hook: HookIdentity, credentials: JsonObject): Buffer {
  return sealText(toLabel(pepper, hook), JSON.stringify(credentials));
}

/** @returns `undefined` for those of another hook or connector, and where the pepper was changed since. */
export function openHookCredentials(
  pepper: Secret<string>,
  hook: HookIdentity,
  sealed: Buffer,
): Secret<JsonObject> | undefined {
  const text = openText(toLabel(pepper, hook), sealed);
  const credentials: unknown = text === undefined ? undefined : JSON.parse(text);
  return isJsonObject(credentials) ? new Secret(credentials) : undefined;
}

function toLabel(pepper: Secret<string>, { orgId, id, serviceType }: HookIdentity) {
  return { pepper: pepper.reveal(), purpose, owner: `${orgId}|${id}|${serviceType}` };
}
