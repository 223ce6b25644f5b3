import { z } from 'zod';
import { freeJson } from '../../core/json/free-json.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { commonMembers } from './common-members.data.ts';
import { componentTexts } from './component-texts.data.ts';
import { describeMembers } from './describe-members.ts';

/** Collects the named shapes of the document. */
export interface Components {
  /** Renders a shape, as it is sent (`input`) or as it is answered (`output`); named parts become components. */
  schemaOf(shape: z.core.$ZodType, direction: 'input' | 'output'): JsonObject;
  /** The part that a reference leads to. */
  find(reference: string): JsonObject | undefined;
  schemas(): JsonObject;
}

const definitionsPrefix = '#/$defs/';
/** How zod names recursive parts without a name, which are JSON values here; the number is their place only. */
const anonymous = /__schema\d+/g;
const componentsPrefix = '#/components/schemas/';

/**
 * zod puts named shapes under `$defs` of each schema it renders; here they move to one place for the whole document.
 *
 * A shape with defaults is one thing to who sends it and another to who reads it: the second one that comes under a
 * name, and differs in itself or in a part, is called `…Input` or `…Output`.
 */
export function createComponents(): Components {
  const schemas: JsonObject = {};
  const meanings = new Map<string, string>();

  const nameFor = (name: string, meaning: string, direction: 'input' | 'output'): string => {
    const plain = plainNameOf(name);
    const suffixed = plain + (direction === 'input' ? 'Input' : 'Output');
    const free = [plain, suffixed].find((candidate) => (meanings.get(candidate) ?? meaning) === meaning);
    if (free === undefined) throw new Error(`Two different shapes of the document are called ${name}.`);
    meanings.set(free, meaning);
    return free;
  };

  return {
    schemaOf: (shape, direction) => {
      const rendered: unknown = z.toJSONSchema(shape, { io: direction, override: nameFreeJson });
      const { $schema: _, $defs = {}, ...root } = toObject(rendered);
      const parts = Object.fromEntries(
        Object.entries(toObject($defs)).map(([id, part]) => [id, describePart(id, part)]),
      );
      const names = new Map(Object.keys(parts).map((name) => [name, nameFor(name, meaningOf(name, parts), direction)]));
      for (const [name, schema] of Object.entries(parts)) schemas[names.get(name) ?? name] = rename(schema, names);
      return toObject(rename(describeMembers(root), names));
    },
    find: (reference) => {
      const schema = schemas[reference.slice(componentsPrefix.length)];
      return isJsonObject(schema) ? schema : undefined;
    },
    schemas: () => Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function plainNameOf(id: string): string {
  return id.replace(anonymous, '') === '' ? 'JsonValue' : id;
}

/** A text that stands beside the schema itself wins. */
function describePart(id: string, part: Json): JsonObject {
  const { description, members } = componentTexts[plainNameOf(id)] ?? {};
  const described = toObject(describeMembers(part, { ...commonMembers, ...members }));
  return description === undefined || described['description'] !== undefined
    ? described
    : { ...described, description };
}

/** Values that zod does not walk are JSON values like any other to clients. */
function nameFreeJson({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  if (zodSchema === freeJson) jsonSchema.$ref = `${definitionsPrefix}JsonValue`;
}

/** What a name means: the part, together with all parts that it refers to, directly or not. */
function meaningOf(start: string, parts: JsonObject): string {
  const reached: JsonObject = {};
  const pending = [start];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (Object.hasOwn(reached, name)) continue;
    reached[name] = parts[name] ?? null;
    pending.push(
      ...[...JSON.stringify(parts[name] ?? null).matchAll(/"#\/\$defs\/([^"]+)"/g)].map(([, part = '']) => part),
    );
  }
  return canonicalJson(reached).replaceAll(anonymous, 'JsonValue');
}

/** Copies a schema with its references pointing to the components. */
function rename(value: Json, names: ReadonlyMap<string, string>): Json {
  if (Array.isArray(value)) return value.map((item) => rename(item, names));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([key, member]): [string, Json] => {
    if (key !== '$ref' || typeof member !== 'string') return [key, rename(member, names)];
    const name = member.slice(definitionsPrefix.length);
    return [key, componentsPrefix + (names.get(name) ?? name)];
  });
  return Object.fromEntries(members);
}

function toObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
