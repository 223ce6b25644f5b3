import type { Clock } from '../../../../core/clock.ts';
import type { HmacScheme } from '../../../kit/auth/application.ts';
import type { OutgoingRequest } from './authenticator.ts';
import { signDuoV2, signDuoV5 } from './signers/duo.ts';
import { signEdgeGrid } from './signers/edge-grid.ts';
import type { Fill } from './fill.ts';

/** Signs a request by a vendor's own rules. */
export type Signer = (request: OutgoingRequest, fill: Fill, clock: Clock) => void;

/** Vendors' signatures, by name. Each says which fields of the form it takes. */
const signers: Readonly<Record<HmacScheme, Signer>> = {
  akamai_edgegrid: signEdgeGrid,
  duo_v2: signDuoV2,
  duo_v5: signDuoV5,
};

/** Fields of the credential form that a signature is made of. */
export const hmacFields: Readonly<Record<HmacScheme, readonly string[]>> = {
  akamai_edgegrid: ['client_token', 'access_token', 'client_secret'],
  duo_v2: ['integration_key', 'secret_key'],
  duo_v5: ['integration_key', 'secret_key'],
};

export function createHmacSigner(scheme: HmacScheme, fill: Fill, clock: Clock): (request: OutgoingRequest) => void {
  return (request) => signers[scheme](request, fill, clock);
}
