import type { DeliveryDeps } from '../../../deliveries/serve-queue.ts';
import { createPoster } from '../../../deliveries/attempt.ts';
import { systemClock } from '../../../core/clock.ts';
import { openDatabase } from '../../../drizzle/index.ts';
import { createOpener, createSigner, readPrivateKeys } from '../../../vault/index.ts';
import { startDeliveries } from '../../../deliveries/start-deliveries.ts';

/** The part of a worker that sends events. */
export interface DeliveryLoop {
  /** Lines that were logged. */
  logged: string[];
  stop(): Promise<void>;
}

/** @param options.allow As `HUB_EGRESS_ALLOW`. */
export async function startDeliveryLoop(
  api: { testDatabase: { appUrl: string; relayUrl: string }; keyFile: string },
  options: Pick<DeliveryDeps, 'policy' | 'timeoutMs' | 'turnMs' | 'mailer'> & { allow: readonly string[] },
): Promise<DeliveryLoop> {
  const database = openDatabase(api.testDatabase.appUrl, { role: 'hub_app', max: 6 });
  const relayDatabase = openDatabase(api.testDatabase.relayUrl, { role: 'hub_relay', max: 2 });
  const poster = createPoster({ allow: options.allow });
  const logged: string[] = [];
  const keys = await readPrivateKeys(api.keyFile);
  const loop = startDeliveries({
    database,
    relayDatabase,
    clock: systemClock,
    opener: createOpener(keys, systemClock),
    signer: createSigner(keys),
    poster,
    publicUrl: 'https://hub.example.com',
    mailer: options.mailer,
    policy: options.policy,
    timeoutMs: options.timeoutMs,
    ...(options.turnMs === undefined ? {} : { turnMs: options.turnMs }),
    log: { warn: (fields, message) => void logged.push(`${message} ${JSON.stringify(fields)}`) },
  });
  return {
    logged,
    stop: async () => {
      await loop.stop();
      await poster.close();
      await Promise.all([database.close(), relayDatabase.close()]);
    },
  };
}
