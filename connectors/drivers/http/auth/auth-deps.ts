import type { Clock } from '../../../../core/clock.ts';
import type { JsonObject } from '../../../../core/json.ts';
import type { Secret } from '../../../../core/secret.ts';
import type { TokenStore } from '../../shared/token-store.ts';
import type { TokenCall } from './token-call.ts';

/** What an auth method is bound to. */
export interface AuthDeps {
  credentials: Secret<JsonObject>;
  config: JsonObject;
  clock: Clock;
  tokens: TokenStore;
  call: TokenCall;
  /** The address to use in place of one of the vendor's. */
  toAddress(address: string): string;
}
