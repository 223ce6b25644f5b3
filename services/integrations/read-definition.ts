import { z } from 'zod';
import { freeJson } from '../../core/json/free-json.ts';
import type { FieldError } from '../../core/errors.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { type Definition, definitionSchema } from '../../flow/definition.ts';
import { toFieldErrors } from '../../core/field-errors.ts';
import { nameSchema } from '../shared/schemas.ts';
import { readOnlyMembers } from './integration-change.ts';

/** A definition that is not saved, as far as a body must be one; what it says is looked at by `readDefinition`. */
export const unsavedDefinition = z.record(z.string(), freeJson).meta({
  description: 'An integration as it would be created, in place of the stored one. Nothing of it is saved.',
});

const members = { ...definitionSchema.shape, name: nameSchema.optional(), account_id: z.string().optional() };
const shape = z.strictObject(members);

/**
 * Reads a definition member by member, so that one that is wrong does not hide what is wrong with the others.
 *
 * Members that only the hub sets are passed over: a client may send back what it read.
 *
 * @returns what could be read, and all that is wrong with the rest.
 */
export function readDefinition(sent: JsonObject): { definition: Definition; problems: FieldError[] } {
  const content = pick(sent, (name) => !Object.hasOwn(readOnlyMembers, name));
  const whole = shape.safeParse(content);
  const problems = whole.success ? [] : toFieldErrors(whole.error.issues);
  const usable = pick(content, (name, value) => {
    const member = findMember(name);
    return member?.safeParse(value).success === true;
  });
  const { name: _name, account_id: _accountId, ...definition } = shape.parse(usable);
  const isFlow = content['steps'] !== undefined && definition.steps === undefined;
  return { definition: isFlow ? withoutItemMembers(definition) : definition, problems };
}

/** Steps that cannot be read are there all the same: what needs them is not wrong. */
function withoutItemMembers({ source, ...definition }: Definition): Definition {
  if (source === undefined) return definition;
  const { watch: _watch, changes: _changes, start: _start, ...others } = source;
  return { ...definition, source: others };
}

function findMember(name: string): z.ZodType | undefined {
  return Object.entries<z.ZodType>(members).find(([known]) => known === name)?.[1];
}

function pick(object: JsonObject, keeps: (name: string, value: Json) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name, value]) => keeps(name, value)));
}
