import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import postgres from 'postgres';
import { expect } from 'vitest';
import { createApp } from '../../api/app.ts';
import type { RateLimits } from '../../api/rate-limits.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import { describeError, logOptions } from '../../core/telemetry/log-fields.ts';
import { type Meter, noMeter } from '../../core/telemetry/meter.ts';
import { Secret } from '../../core/secret.ts';
import { type Database, openDatabase } from '../../drizzle/client.ts';
import { createKeyUses, type KeyUses } from '../../services/access/api-keys/key-uses.ts';
import { createKeyVerifier } from '../../services/access/api-keys/key-verifier.ts';
import { type Mailer, sendMail } from '../../deliveries/send-mail.ts';
import { createScriptRunner } from '../../script-runner/index.ts';
import { createExportSlots } from '../../services/audit-events/export-slots.ts';
import { createDiscoveries } from '../../services/connections/discoveries.ts';
import { createWorkers } from '../../services/connections/workers.ts';
import {
  openCredentialListener,
  type CredentialListener,
} from '../../services/access/credentials/credential-listener.ts';
import { createMailRoom, type MailRoom } from '../../services/shared/mail-room.ts';
import { createNetworkList } from '../../services/shared/networks.ts';
import { openOauth } from '../../services/access/oauth/open-oauth.ts';
import { createOrganization, type NewOrganization } from '../../services/access/organizations/create-organization.ts';
import { createOrganizationStates } from '../../services/access/organizations/organization-states.ts';
import { createOperatorKey } from '../../services/operator/index.ts';
import { openHooks } from '../../services/triggers/open-hooks.ts';
import { createAnswerSealer } from '../../services/idempotency/answer-sealer.ts';
import { createLiveStreams } from '../../services/live/live-streams.ts';
import { createRequestLimiter } from '../../services/limits/request-limiter.ts';
import { createSessionVerifier } from '../../services/access/user-sessions/session-verifier.ts';
import { ensureKeyFiles, readPublicKeys } from '../../vault/key-files.ts';
import { pepper } from '../harness/processes/api-process.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { type Answer, toAnswer } from './answer.ts';
import { createContract } from './contract.ts';

export type { Answer, Item } from './answer.ts';

export { pepper };

export interface RequestOptions {
  /** An API key; `null` sends no `Authorization` header. Default: the key of the first organization. */
  key?: string | null;
  /** Sent as JSON. */
  body?: unknown;
  /** Address of the other end. Default: none, as if it could not be told. */
  from?: string;
  /** Sent as it is. */
  text?: string;
  headers?: Record<string, string>;
}

/** A whole API over a database of its own, with one organization. */
export interface TestApi {
  app: ReturnType<typeof createApp>;
  /** Another application over the same database, which remembers nothing of what `app` does. */
  startAnother(): ReturnType<typeof createApp>;
  database: Database;
  testDatabase: TestDatabase;
  /** As the superuser, who sees every row. */
  admin: postgres.Sql;
  organization: NewOrganization;
  credentialListener: CredentialListener;
  keyUses: KeyUses;
  /** Where the operator has named a mail server. */
  mail: MailRoom | undefined;
  /** Private keys, for workers. */
  keyFile: string;
  /** Lines that were logged. */
  logged: string[];
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  addOrganization(name: string): Promise<NewOrganization>;
  close(): Promise<void>;
}

const plenty = { perMinute: 10_000_000, burst: 1_000_000 };
const unlimited: RateLimits = { key: plenty, organization: plenty, address: plenty, signIn: plenty };

export async function startTestApi(
  options: {
    contentType?: 'note' | 'enforce';
    /** Changes the address of the database, as a proxy does. */
    through?: (url: string) => string;
    temporalAddress?: string;
    limits?: Omit<RateLimits, 'signIn'> & Partial<RateLimits>;
    /** Another process over the database of this one. */
    beside?: TestApi;
    trustedProxies?: string[];
    /** Private addresses that are open. */
    allow?: readonly string[];
    /** Stands in for every host that deliveries make the API ask: certificates, keys, confirmations. */
    vendorPort?: { loopbackPort: number };
    /** Time as everything but the listener sees it. */
    clock?: Clock;
    meter?: Meter;
    /** Default: one that is not https, under which nobody can sign in. */
    publicUrl?: string;
    resolveTxt?: (name: string) => Promise<string[][]>;
    /** Default: nobody is the operator. */
    operatorKey?: string;
    /** Default: the operator has named none. */
    mailer?: Mailer;
  } = {},
): Promise<TestApi> {
  const testDatabase = options.beside?.testDatabase ?? (await createTestDatabase());
  const url = options.through?.(testDatabase.appUrl) ?? testDatabase.appUrl;
  const database = openDatabase(url, { role: 'hub_app', max: 10, plans: 'by index' });
  const directory = await mkdtemp(join(tmpdir(), 'hub-api-'));
  const files = { keyFile: join(directory, 'keys.json'), publicKeyFile: join(directory, 'keys.pub.json') };
  await ensureKeyFiles(files);
  const admin = postgres(testDatabase.adminUrl, { max: 2, onnotice: () => undefined });
  const logged: string[] = [];
  const clock = options.clock ?? systemClock;
  const listening = Promise.withResolvers<void>();
  const credentialListener = openCredentialListener({ url, clock: systemClock, onState: () => listening.resolve() });
  const keyUses = createKeyUses({
    database,
    clock,
    onFailure: (error) => void logged.push(JSON.stringify(describeError(error))),
  });
  const scripts = createScriptRunner({ threads: 1 });
  const publicUrl = options.publicUrl ?? 'http://hub.example';
  const egress = { allow: options.allow ?? [] };
  const publicKeys = await readPublicKeys(files.publicKeyFile);
  const live = createLiveStreams({
    url,
    database,
    clock: systemClock,
    credentialListener,
    onFailure: (error) => void logged.push(JSON.stringify(describeError(error))),
  });
  const { mailer } = options;
  const mail =
    mailer &&
    createMailRoom({
      send: async ({ to, ...message }) => (await sendMail(mailer, [to], message)).problem,
      onFailure: (error) => void logged.push(JSON.stringify(describeError(error))),
    });
  const startAnother = (): ReturnType<typeof createApp> =>
    createApp({
      services: {
        database,
        clock,
        pepper: new Secret(pepper),
        publicKeys,
        publicUrl,
        mail,
        egress,
        workers: createWorkers({ database, clock, publicKeys }),
        discoveries: createDiscoveries(clock),
        exports: createExportSlots(clock),
        live,
        scripts,
        resolveTxt: options.resolveTxt,
        temporal: { namespace: 'default', uiUrl: 'http://127.0.0.1:8233' },
      },
      keys: createKeyVerifier({ database, clock, pepper, credentialListener }),
      sessions: createSessionVerifier({ database, clock, pepper, credentialListener }),
      oauth: openOauth({ database, clock, pepper, publicUrl, egress, credentialListener }),
      hooks: openHooks({ database, clock, pepper, publicKeys, egress: { ...egress, ...options.vendorPort } }),
      organizations: createOrganizationStates({ database, clock, credentialListener }),
      operator: createOperatorKey(options.operatorKey),
      keyUses,
      trustedProxies: createNetworkList(options.trustedProxies ?? []),
      limiter: createRequestLimiter({ database, clock }),
      limits: { ...unlimited, ...options.limits },
      answers: createAnswerSealer(pepper),
      logger: pino({ level: 'info', ...logOptions }, { write: (line: string) => void logged.push(line) }),
      meter: options.meter ?? noMeter,
      contentType: options.contentType ?? 'note',
      publicUrl,
      health: {
        clock,
        askDatabase: async () => await database.sql`select 1`,
        temporalAddress: options.temporalAddress ?? '127.0.0.1:1',
        isDraining: () => false,
      },
    });
  const app = startAnother();
  const addOrganization = (name: string): Promise<NewOrganization> => createOrganization({ database, pepper, name });
  const organization = options.beside?.organization ?? (await addOrganization('First'));
  const contract = createContract();
  await listening.promise;

  return {
    app,
    startAnother,
    database,
    testDatabase,
    admin,
    organization,
    keyFile: files.keyFile,
    credentialListener,
    keyUses,
    mail,
    logged,
    addOrganization,
    request: async (method, path, { key = organization.api_key, body, text, headers = {}, from } = {}) => {
      const sent = body === undefined ? text : JSON.stringify(body);
      const init = {
        method,
        headers: {
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          'content-type': 'application/json',
          ...headers,
        },
        ...(sent === undefined ? {} : { body: sent }),
      };
      const response = await app.request(path, init, { remoteAddress: from });
      const bodiless = method === 'HEAD' || response.status === 304;
      if (response.headers.get('content-type') === 'application/x-ndjson') {
        const lines = (await response.text()).split('\n').slice(0, -1);
        const list: unknown[] = lines.map((line) => JSON.parse(line));
        for (const line of list)
          contract.check({ method, path, sent, status: response.status, headers: response.headers, body: line });
        return toAnswer(response, { data: list });
      }
      const answer: unknown = bodiless ? undefined : await response.json();
      if (method !== 'HEAD') {
        if (!bodiless) expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
        contract.check({ method, path, sent, status: response.status, headers: response.headers, body: answer });
      }
      return toAnswer(response, answer);
    },
    close: async () => {
      await mail?.close();
      await Promise.all([credentialListener.close(), keyUses.close(), scripts.close(), live.stop()]);
      await database.close();
      await admin.end({ timeout: 5 });
      if (options.beside === undefined) await testDatabase.drop();
      await rm(directory, { recursive: true });
    },
  };
}
