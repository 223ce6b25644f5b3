import type { JsonObject } from '../../../core/json.ts';
import type { FieldType } from '../../../transforms/schema/field-type.ts';
import { readFieldType } from '../../../transforms/schema/read-field-type.ts';

/** Members of a record that hold texts. */
export function listTexts(schema: JsonObject | undefined): string[] {
  const { members = new Map<string, FieldType>() } = readFieldType(schema);
  return [...members].flatMap(([name, { kinds }]) => (kinds?.has('string') === true ? [name] : []));
}
