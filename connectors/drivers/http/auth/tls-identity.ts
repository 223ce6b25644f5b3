import type { JsonObject } from '../../../../core/json.ts';
import type { TlsIdentity } from '../../shared/egress/connect.ts';
import { toPlainText } from '../../../kit/type-guards.ts';
import type { AuthMethod } from '../../../kit/auth/methods.ts';

/** The client certificate that a method's credentials hold, if it has one. */
export function readTlsIdentity({ tls }: AuthMethod, credentials: JsonObject): TlsIdentity | undefined {
  if (tls === undefined) return undefined;
  const read = (field: string | undefined): string =>
    field === undefined ? '' : toPlainText(credentials[field]).replaceAll(String.raw`\n`, '\n');
  const [passphrase, authorities] = [read(tls.passphrase), read(tls.authorities)];
  return {
    cert: read(tls.certificate),
    key: read(tls.key),
    ...(passphrase === '' ? {} : { passphrase }),
    ...(authorities === '' ? {} : { ca: authorities }),
  };
}
