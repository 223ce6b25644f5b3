import type { FieldError } from '../../core/errors.ts';
import { canonicalJson, isJsonObject, type Json } from '../../core/json.ts';
import { describeField, type FieldType, kindOf } from './field-type.ts';

/** Finds where a value is none of a type; what is not known of the type fits. @param path Of the value. */
export function checkValue(value: Json, field: FieldType, path: string): FieldError[] {
  const { kinds, mayBeNull, values, items, members } = field;
  const wrong = [{ path, code: 'invalid_type', message: `It has to be ${describeField(field)}.` }];
  if (value === null) return mayBeNull === false && kinds !== undefined ? wrong : [];
  const kind = kindOf(value);
  const fits = kinds === undefined || kinds.has(kind) || (kind === 'integer' && kinds.has('number'));
  if (!fits) return wrong;
  if (values !== undefined && !values.some((known) => canonicalJson(known) === canonicalJson(value)))
    return [
      {
        path,
        code: 'invalid_value',
        message: 'It is none of the values that there are.',
        allowed: [...values].map(String),
      },
    ];
  if (Array.isArray(value))
    return items === undefined ? [] : value.flatMap((item, index) => checkValue(item, items, `${path}[${index}]`));
  if (!isJsonObject(value) || members === undefined) return [];
  return [...members].flatMap(([name, member]) => {
    const inner = value[name];
    if (inner !== undefined) return checkValue(inner, member, `${path}.${name}`);
    const message = `It has to be ${describeField(member)}.`;
    return member.mayLack === false ? [{ path: `${path}.${name}`, code: 'required', message }] : [];
  });
}
