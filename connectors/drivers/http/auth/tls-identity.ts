import type { JsonObject } from '../../../../core/json.ts';
import type { TlsIdentity } from '../../shared/egress/connect.ts';
import { toPlainText } from '../../../kit/type-guards.ts';
import type { AuthMethod } from '../../../kit/auth/methods.ts';

/** The client certificate and the authorities that a method's credentials hold, if they do. */
export function readTlsIdentity({ tls }: AuthMethod, credentials: JsonObject): TlsIdentity | undefined {
  if (tls === undefined) return undefined;
  const read = (field: string | undefined): string =>
    field === undefined ? '' : toPlainText(credentials[field]).replaceAll(String.raw`\n`, '\n');
  const given = {
    cert: read(tls.certificate),
    key: read(tls.key),
    passphrase: read(tls.passphrase),
    ca: read(tls.authorities),
  };
  const filled = Object.entries(given).filter(([, text]) => text !== '');
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}
