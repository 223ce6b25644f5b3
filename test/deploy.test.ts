import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { configShape } from '../core/config.ts';
import { bundledProcesses } from '../start/bundles/entries.ts';
import { projectRoot } from '../start/state/settings.ts';
import { dynamicConfig, searchAttributes } from '../start/servers/temporal-dynamic-config.ts';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const compose: unknown = parse(read('docker-compose.yml'), { merge: true });

const service = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  entrypoint: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  ports: z.array(z.string()).optional(),
  secrets: z.array(z.string()).optional(),
  user: z.string().optional(),
  restart: z.string().optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  cap_add: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  pids_limit: z.number().optional(),
  networks: z.array(z.string()).optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
});
const file = z.object({
  services: z.record(z.string(), service),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
  networks: z.record(z.string(), z.object({ internal: z.boolean().default(false) })),
});
const { services, secrets, networks } = file.parse(compose);
const all = Object.entries(services);

/** Processes of the image run from the bundles that its Dockerfile makes. */
function toSource(script: string): string {
  const [, image = '', name = ''] = /^(\.cache\/.+)\/(\w+)\/main\.js$/.exec(script) ?? [];
  const isMade = read('Dockerfile').includes(`node start/bundles/main.ts --to ${image}\n`);
  return isMade && bundledProcesses.some((one) => one === name) ? `${name}/main.ts` : script;
}

const ours = all.filter(([, { image }]) => image.startsWith('integration-hub'));

/** What of the Compose specification the file uses, closed against names that are not in it. */
const duration = { type: 'string', pattern: '^\\d+[smh]$' };
const texts = { type: 'array', items: { type: 'string' } };
const environment = { type: 'object', additionalProperties: { type: 'string' } };
const serviceSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['image'],
  properties: {
    build: { type: 'string' },
    cap_add: texts,
    cap_drop: texts,
    command: texts,
    depends_on: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['condition'],
        properties: { condition: { enum: ['service_started', 'service_healthy', 'service_completed_successfully'] } },
      },
    },
    entrypoint: texts,
    environment,
    healthcheck: {
      type: 'object',
      additionalProperties: false,
      required: ['test'],
      properties: {
        test: texts,
        interval: duration,
        timeout: duration,
        start_period: duration,
        retries: { type: 'integer' },
      },
    },
    image: { type: 'string' },
    init: { type: 'boolean' },
    mem_limit: { type: 'string', pattern: '^\\d+[mg]$' },
    networks: texts,
    pids_limit: { type: 'integer' },
    ports: texts,
    profiles: texts,
    read_only: { type: 'boolean' },
    restart: { type: 'string', pattern: '^(no|always|unless-stopped|on-failure(:\\d+)?)$' },
    secrets: texts,
    security_opt: texts,
    shm_size: { type: 'string' },
    stop_grace_period: duration,
    tmpfs: texts,
    user: { type: 'string' },
    volumes: texts,
  },
};
const composeSchema = {
  type: 'object',
  additionalProperties: false,
  patternProperties: { '^x-': {} },
  properties: {
    name: { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]*$' },
    services: { type: 'object', additionalProperties: serviceSchema },
    networks: {
      type: 'object',
      additionalProperties: { type: 'object', properties: { internal: { type: 'boolean' } } },
    },
    secrets: { type: 'object' },
    volumes: { type: 'object' },
  },
};

describe('test/deploy', () => {
  it('has a Compose file of known members only', () => {
    const ajv = new Ajv({ allErrors: true });

    ajv.validate(composeSchema, compose);

    expect(ajv.errors ?? []).toEqual([]);
  });

  it('pins every image to one version, by its digest', () => {
    const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map((match) => match[1] ?? '');
    const images = [...all.map(([, { image }]) => image), ...bases].filter(
      (image) => image !== 'integration-hub:local',
    );

    for (const image of images) expect(image).toMatch(/:\d+\.\d+[^@]*@sha256:[0-9a-f]{64}$/);
    expect(images.filter((image) => image.includes('auto-setup'))).toEqual([]);
  });

  it('takes from every container what it does not need', () => {
    for (const [name, { cap_drop, security_opt, pids_limit, read_only, cap_add }] of all) {
      expect([name, cap_drop, security_opt]).toEqual([name, ['ALL'], ['no-new-privileges:true']]);
      expect(pids_limit, name).toBeGreaterThan(0);
      if (name === 'postgres' || ours.some(([own]) => own === name)) expect(read_only, name).toBe(true);
      if (name !== 'postgres') expect(cap_add, name).toBeUndefined();
    }
  });

  it('lets services reach only those that they need', () => {
    const members = (network: string) =>
      all.filter(([, value]) => value.networks?.includes(network)).map(([name]) => name);
    const processes = ['api', 'relay', 'worker-workflow', 'worker-io'];

    expect(Object.entries(networks).filter(([, { internal }]) => !internal)).toEqual([
      ['outside', { internal: false }],
    ]);
    expect(members('outside')).toEqual(['temporal-ui', 'api', 'worker-workflow', 'worker-io']);
    expect(members('temporal')).toEqual(['temporal', 'temporal-namespace', 'temporal-ui', ...processes]);
    expect(members('database')).toEqual([
      'postgres',
      'temporal-schema',
      'temporal',
      'migrate',
      'create-organization',
      ...processes,
    ]);
    for (const [name, { networks: joined = [] }] of all) {
      expect(joined.length, name).toBeGreaterThan(0);
      expect(joined.filter((network) => !(network in networks))).toEqual([]);
    }
  });

  it('asks every process that stays whether it is well', () => {
    const stay = all.filter(([, { restart, image }]) => restart === 'unless-stopped' && !image.includes('/ui:'));

    expect(stay.map(([name]) => name)).toEqual([
      'postgres',
      'temporal',
      'api',
      'relay',
      'worker-workflow',
      'worker-io',
    ]);
    expect(stay.filter(([, { healthcheck }]) => healthcheck === undefined)).toEqual([]);
  });

  it('keeps what corrects packages out of the image', () => {
    const manifest = z
      .object({ dependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(read('package.json')));

    expect(Object.keys(manifest.dependencies)).not.toContain('patch-package');
    expect(read('Dockerfile').match(/patch-package[^\n]*--error-on-fail/g)).toHaveLength(2);
  });

  it('waits only for services that are there', () => {
    const awaited = all.flatMap(([, { depends_on }]) => Object.keys(depends_on ?? {}));

    expect(awaited.filter((name) => !(name in services))).toEqual([]);
  });

  it('mounts only files that are there', () => {
    const mounted = all.flatMap(([, { volumes }]) => volumes ?? []).filter((volume) => volume.startsWith('./'));

    for (const volume of mounted) expect(existsSync(join(projectRoot, volume.split(':')[0] ?? '')), volume).toBe(true);
  });

  it('runs scripts that are there', () => {
    const scripts = ours.flatMap(([, { command = [], entrypoint = [] }]) =>
      [...command, ...entrypoint].filter((part) => /\.[jt]s$/.test(part)).map(toSource),
    );

    expect(scripts).toHaveLength(ours.length);
    for (const script of scripts) expect(existsSync(join(projectRoot, script)), script).toBe(true);
  });

  it('asks for no password that create-secrets does not make', () => {
    const asked = [...read('docker-compose.yml').matchAll(/\$\{(\w+):\?/g)].map((match) => match[1] ?? '');
    const made = read('start/create-secrets.ts');

    for (const name of asked) expect(made).toContain(`'${name}'`);
  });

  it('gives our processes only variables that they know', () => {
    for (const [, { environment: variables = {} }] of ours) {
      for (const name of Object.keys(variables)) expect(Object.keys(configShape)).toContain(name);
    }
  });

  it('hands on every variable that an operator may set in .env', () => {
    const setByTheFile =
      /^(DATABASE_(|RELAY_|OWNER_)URL|TEMPORAL_(ADDRESS|NAMESPACE|TASK_QUEUE)|HOST|HUB_(KEY_FILE|PUBLIC_KEY_FILE|PEPPER|WORKER_ROLE|METRICS_PORT))$/;
    const ofTheApi = ['PORT', 'HUB_OPERATOR_KEY'];
    const names = Object.keys(configShape).filter((name) => !setByTheFile.test(name));
    const text = read('docker-compose.yml');

    for (const name of names) expect(text).toContain(`\${${name}:-`);
    for (const process of ['api', 'relay', 'worker-workflow', 'worker-io']) {
      const given = Object.keys(services[process]?.environment ?? {});
      expect(given).toEqual(expect.arrayContaining(names.filter((name) => !ofTheApi.includes(name))));
    }
  });

  it("gives private keys to workers alone, and the pepper and the operator's key to the API alone", () => {
    const withKeys = all.filter(([, value]) => value.secrets?.includes('private_keys')).map(([name]) => name);
    const withPepper = all.filter(([, value]) => value.environment?.['HUB_PEPPER'] !== undefined).map(([name]) => name);

    const withOperator = all.filter(([, value]) => value.environment?.['HUB_OPERATOR_KEY'] !== undefined);
    expect(withOperator.map(([name]) => name)).toEqual(['api']);
    expect(withKeys).toEqual(['worker-workflow', 'worker-io']);
    expect(withPepper).toEqual(['create-organization', 'api']);
    expect(Object.keys(secrets)).toEqual(['private_keys', 'public_keys']);
  });

  it('opens ports on the loopback address only', () => {
    for (const port of all.flatMap(([, { ports }]) => ports ?? [])) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it('runs none of our processes as root', () => {
    for (const [, { user }] of ours) expect(user).toMatch(/^\$\{HUB_UID:-[1-9]/);
    expect(read('Dockerfile')).toMatch(/^USER node$/m);
  });

  it('has 512 history shards, which cannot be changed later', () => {
    expect(services['temporal']?.environment?.['NUM_HISTORY_SHARDS']).toBe('512');
  });

  it('gives Temporal the dynamic configuration and search attributes of npm start', () => {
    const values = z
      .record(z.string(), z.tuple([z.object({ value: z.unknown() })]))
      .parse(parse(read('deploy/temporal/dynamicconfig.yaml')));
    const created = [...read('deploy/temporal/create-namespace.sh').matchAll(/\b(Hub\w+)=(\w+)/g)];

    expect(Object.fromEntries(Object.entries(values).map(([name, [{ value }]]) => [name, value]))).toEqual(
      dynamicConfig,
    );
    expect(Object.fromEntries(created.map(([, name, type]) => [name, type]))).toEqual(searchAttributes);
  });

  it('leaves secrets and state out of the image', () => {
    const left = read('.dockerignore').split('\n');

    expect(left).toEqual(expect.arrayContaining(['.env', 'deploy/keys', '.hub', '.git', 'node_modules']));
  });
});
