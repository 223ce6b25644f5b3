import { toId } from '../../../core/ids.ts';
import { messages } from '../../../core/messages.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { fromTime } from '../../shared/rows.ts';
import { describeEncryption, readEncryptionKeys } from './encryption/encryption-keys.ts';
import { samlSettings } from './saml-settings.ts';
import { listCertificates, type SsoConnectionRow } from './sso-connection.ts';

/** A connection in use by which people may soon not sign in. */
export interface SignInRisk {
  /** In the form of the API. */
  id: string;
  name: string;
  /** For people. */
  cause: string;
  since: string;
}

type RiskRow = Pick<SsoConnectionRow, 'id' | 'name' | 'config' | 'encryption_keys' | 'metadata_problem' | 'updated_at'>;

/** Finds SAML connections whose metadata was not taken, or that have a certificate which ends within 30 days. One risk of each. */
export async function findSignInRisks(
  { sql }: Transaction,
  { orgId, clock }: Pick<ServiceContext, 'orgId' | 'clock'>,
): Promise<SignInRisk[]> {
  const rows = await sql<RiskRow[]>`
    select id, name, config, encryption_keys, metadata_problem, updated_at from sso_connections
    where org_id = ${orgId} and kind = 'saml' and disabled_at is null`.execute();
  return rows.flatMap((row) => {
    const { id, name, metadata_problem: problem, updated_at: at } = row;
    const cause = problem === null ? describeEnd(row, clock.now()) : messages.metadataProblems[problem];
    return cause === undefined ? [] : [{ id: toId('ssoConnection', id), name, cause, since: fromTime(at) }];
  });
}

function describeEnd({ config, encryption_keys: keys }: RiskRow, nowMs: number): string | undefined {
  const own = describeEncryption(readEncryptionKeys(keys))?.certificate;
  const [first] = listCertificates(samlSettings.parse(config), nowMs, own)
    .filter(({ ends }) => ends !== 'later')
    .toSorted((a, b) => a.ends_at.localeCompare(b.ends_at));
  return first && messages.certificateEnds({ ...first, day: first.ends_at.slice(0, 10) });
}
