import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { errorEnvelope } from '../../api/openapi/envelopes.ts';
import { readFiles } from '../../cli/apply/read-files.ts';
import { parseDefinition } from '../../connectors/kit/custom/compile-definition.ts';
import { webhookDefinition } from '../../connectors/kit/custom/definition.ts';
import { validateConfig } from '../../connectors/kit/validate.ts';
import { getConnector } from '../../connectors/registry.ts';
import { eventTypes } from '../../core/enums.ts';
import type { DescribedObject } from '../../engine/compile/described-object.ts';
import { compileFlow } from '../../flow/compile.ts';
import { type Definition, definitionSchema } from '../../flow/definition.ts';
import { listSteps } from '../../flow/list-steps.ts';
import { calendarInput } from '../../services/calendars/calendar.ts';
import { createConnectionInput } from '../../services/connections/create-connection.ts';
import { integrationInput } from '../../services/integrations/integration.ts';
import { payloadOf } from '../../services/event-endpoints/event-payload.ts';
import { compileFilter } from '../../transforms/compile-filter.ts';
import { compileMapping } from '../../transforms/compile-mapping.ts';
import { mappingRuleSchema } from '../../transforms/rules.ts';

/** Gives what is wrong with a value, one text each. */
type Judge = (value: Sample, text: string) => string[] | Promise<string[]>;
type Sample = Record<string, unknown>;

function judgeConnector(sample: Sample): string[] {
  const parsed = parseDefinition(sample);
  return parsed.ok ? [] : parsed.problems.map(({ path, message }) => `${path}: ${message}`);
}

const definitionMembers = Object.keys(definitionSchema.shape);

/** What samples can be, by what they look like; the first that fits counts. */
const forms: readonly { fits: (sample: Sample) => boolean; judge: Judge }[] = [
  { fits: ({ kind }) => kind !== undefined, judge: judgeManifest },
  { fits: ({ status, error }) => status === 'error' && error !== undefined, judge: judgeBy(errorEnvelope) },
  { fits: ({ service_type: type }) => type !== undefined, judge: judgeConnection },
  { fits: ({ auth, objects }) => auth !== undefined && objects !== undefined, judge: judgeConnector },
  { fits: ({ verify }) => verify !== undefined, judge: judgeBy(webhookDefinition) },
  { fits: ({ weekly, dates }) => weekly !== undefined || dates !== undefined, judge: judgeBy(calendarInput) },
  { fits: ({ to }) => to !== undefined, judge: (rule) => judgeDefinition({ mapping: [rule] }) },
  { fits: (sample) => Object.keys(sample).some((name) => definitionMembers.includes(name)), judge: judgeDefinition },
  {
    fits: ({ type }) => z.enum(eventTypes).safeParse(type).success,
    judge: (event) => judgeBy(payloadOf(z.enum(eventTypes).parse(event['type'])))(event, ''),
  },
];

const object = z.record(z.string(), z.unknown());

/**
 * Judges JSON or YAML that a page shows, by the validators that the hub itself would use.
 *
 * @returns what is wrong, one text each; also where nobody knows what it is.
 */
export async function judgeSample(text: string): Promise<string[]> {
  const documents = parseAllDocuments(text);
  const errors = [...documents].flatMap((document) => document.errors.map(({ message }) => message));
  if (errors.length > 0) return errors;
  const values = z.array(object).safeParse([...documents].flatMap((document): unknown => document.toJS()));
  if (!values.success) return [z.prettifyError(values.error)];
  const judged = values.data.map(async (value) => {
    const form = forms.find(({ fits }) => fits(value));
    return form?.judge(value, text) ?? ['Nothing tells what this is. Where it cannot be judged, mark it illustrative.'];
  });
  return (await Promise.all(judged)).flat();
}

function judgeBy(shape: z.ZodType): Judge {
  return (value) => {
    const parsed = shape.safeParse(value);
    return parsed.success ? [] : [z.prettifyError(parsed.error)];
  };
}

/** What `hub apply` takes: its own reader looks at the file, then the API's shapes at what it holds. */
async function judgeManifest(manifest: Sample, text: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'docs-sample-'));
  try {
    await writeFile(join(folder, 'sample.yaml'), text);
    await readFiles(folder);
  } catch (error) {
    return [String(error)];
  } finally {
    await rm(folder, { recursive: true });
  }
  const { kind, ...resource } = manifest;
  delete resource['active'];
  if (kind === 'connection') return judgeConnection(resource);
  return kind === 'integration' ? judgeDefinition(resource) : [];
}

function judgeConnection(value: Sample): string[] {
  const parsed = createConnectionInput.safeParse(value);
  if (!parsed.success) return [z.prettifyError(parsed.error)];
  const connector = getConnector(parsed.data.service_type);
  if (connector === undefined) return [`There is no connector ${parsed.data.service_type}.`];
  const config = validateConfig(connector, parsed.data.config ?? {});
  return config.ok ? [] : config.errors.map(({ path, message }) => `${path}: ${message}`);
}

/** A definition or a part of one: its shape, and whether its filter and its rules compile. */
function judgeDefinition(value: Sample): string[] {
  const parsed = (value['name'] === undefined ? definitionSchema : integrationInput).safeParse(value);
  if (!parsed.success) return [z.prettifyError(parsed.error)];
  const definition: Definition = isPart(value) ? { source: anySource, ...parsed.data } : parsed.data;
  const { source, mapping, steps } = definition;
  const flow = steps && compileSteps({ ...definition, steps });
  const compiled = [
    flow?.ok === true || flow?.problems.length === 0 ? undefined : flow,
    source?.filter === undefined ? undefined : compileFilter(source.filter),
    mapping === undefined ? undefined : compileMapping(mapping.map((rule) => mappingRuleSchema.parse(rule))),
  ];
  return compiled.flatMap((result) =>
    result === undefined || result.ok ? [] : result.problems.map(({ path, message }) => `${path}: ${message}`),
  );
}

/** Steps alone may be those of any source; a definition that says what its runs are given has none. */
function isPart({ name, source, steps, input }: Sample): boolean {
  return name === undefined && source === undefined && steps !== undefined && input === undefined;
}

const anySource = { connection_id: 'conn_any', object: 'any' };

const anyWrite = { idempotency: 'keyed', identity: 'match' } as const;
const anyObject: DescribedObject = {
  key: ['id'],
  operations: {
    list: {},
    create: { ...anyWrite, identity: 'assigned' },
    update: anyWrite,
    upsert: anyWrite,
    delete: anyWrite,
  },
};

/** Compiles steps as if their connections had any object. */
function compileSteps(definition: Definition & { steps: NonNullable<Definition['steps']> }) {
  const targets = new Map([...listSteps(definition.steps)].map(({ step }) => [step.id, anyObject]));
  return compileFlow({ definition, source: anyObject, targets, namespace: 'int' });
}
