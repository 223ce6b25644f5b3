import { readConfig } from '../../core/config.ts';
import { createLog, installRuntime } from '../../worker/log.ts';
import { runWorker } from '../../worker/run-worker.ts';

/**
 * The worker, for which one port of loopback is every host that is reached by HTTP: `node test/okta-ldap/worker.ts PORT`.
 *
 * No configuration can say that, and hosts of vendors cannot be had otherwise.
 */
const config = readConfig(process.env);
const log = createLog(config.LOG_LEVEL);
const shutdown = new AbortController();
process.once('SIGTERM', () => shutdown.abort(new Error('The process received SIGTERM.')));
installRuntime(log);
const egress = { allow: config.HUB_EGRESS_ALLOW, loopbackPort: Number(process.argv[2]) };
await runWorker(config, log, { shutdown: shutdown.signal, egress });
process.exit();
