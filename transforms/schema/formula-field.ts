import type { ValueType } from '../../formula/value-type.ts';
import { anyField, fieldOf, type FieldType, numberKinds } from './field-type.ts';

/** The type of a formula's result as a field type. It does not say whether the result may be null. */
export function toFieldType(type: ValueType): FieldType {
  const open = { mayBeNull: undefined, mayLack: undefined };
  switch (type.kind) {
    case 'any':
      return anyField;
    case 'null':
      return fieldOf([], { mayBeNull: true, mayLack: undefined });
    case 'boolean':
      return fieldOf(['boolean'], open);
    case 'number':
      return fieldOf(numberKinds, open);
    case 'list':
      return fieldOf(['array'], { ...open, items: toFieldType(type.items) });
    case 'object': {
      const members = new Map([...type.members].map(([name, member]) => [name, toFieldType(member)]));
      return fieldOf(['object'], { ...open, members, isClosed: type.others === undefined });
    }
    // Results of formulas contain them as text.
    case 'string':
    case 'timestamp':
    case 'duration':
    case 'decimal':
      return fieldOf(['string'], open);
  }
}
