import type { Json } from '../../core/json.ts';
import { isLongNumber } from '../../core/json/json-text.ts';
import { describeField, type FieldType, kindOf, memberOf } from './field-type.ts';

/** Why a value may not fit, or can never fit, the expected type. */
export interface Misfit {
  /** No value fits. */
  isCertain: boolean;
  code: 'type_mismatch' | 'not_allowed' | 'possible_null' | 'possibly_missing' | 'unknown_member';
  message: string;
  allowed?: readonly string[];
}

const allowedMax = 20;

/**
 * Compares given values with expected ones; returns the first mismatch, certain ones before possible ones.
 *
 * Anything unknown on either side fits.
 *
 * @param place Position within the field: empty, or a path such as `.name` or `[]`.
 */
export function findMisfit(given: FieldType, wanted: FieldType, place = ''): Misfit | undefined {
  const found = [...listMisfits(given, wanted, place)];
  return found.find(({ isCertain }) => isCertain) ?? found[0];
}

function* listMisfits(given: FieldType, wanted: FieldType, place: string): Generator<Misfit> {
  if (given.kinds === undefined || wanted.kinds === undefined) {
    yield* checkNull(given, wanted, place);
    return;
  }
  const { kinds } = wanted;
  const fitting = [...given.kinds].filter((kind) => kinds.has(kind));
  if (fitting.length < given.kinds.size) {
    const message = `${subject(place)} must be ${describeField(wanted)}; it ${fitting.length === 0 ? 'holds' : 'may hold'} ${describeField(given)}.`;
    yield { isCertain: fitting.length === 0, code: 'type_mismatch', message };
    return;
  }
  yield* checkNull(given, wanted, place);
  yield* checkValues(given, wanted, place);
  if (kinds.has('array') && given.kinds.has('array') && given.items && wanted.items) {
    const misfit = findMisfit(given.items, wanted.items, `${place}[]`);
    if (misfit !== undefined) yield { ...misfit, isCertain: false };
  }
  if (kinds.has('object') && given.kinds.has('object')) yield* checkMembers(given, wanted, place);
}

function* checkNull(given: FieldType, wanted: FieldType, place: string): Generator<Misfit> {
  if (given.mayBeNull !== true || wanted.mayBeNull !== false) return;
  const isCertain = given.kinds?.size === 0 && given.mayLack === false;
  const message = `${subject(place)} must not be null, and its value ${isCertain ? 'is' : 'may be'}.`;
  yield { isCertain, code: 'possible_null', message };
}

function* checkValues({ values, kinds }: FieldType, wanted: FieldType, place: string): Generator<Misfit> {
  const { values: allowed } = wanted;
  if (allowed === undefined || kinds === undefined || kinds.size === 0) return;
  const names = { allowed: allowed.slice(0, allowedMax).map(nameValue) };
  if (values === undefined) {
    const message = `${subject(place)} accepts only certain values, and the source may have others.`;
    yield { isCertain: false, code: 'not_allowed', message, ...names };
    return;
  }
  const wrong = values.filter((value) => !allowed.includes(value));
  if (wrong.length === 0) return;
  const isCertain = wrong.length === values.length;
  const listed = wrong.slice(0, allowedMax).map(nameValue).join(', ');
  yield { isCertain, code: 'not_allowed', message: `${subject(place)} does not accept ${listed}.`, ...names };
}

function* checkMembers(given: FieldType, wanted: FieldType, place: string): Generator<Misfit> {
  for (const [name, type] of wanted.members ?? []) {
    const member = memberOf(given, name);
    const at = `${place}.${name}`;
    if (type.mayLack === false && member.mayLack === true) {
      const isNever = member.kinds?.size === 0 && member.mayBeNull === false;
      const message = `${subject(at)} is required, and ${isNever ? 'is always' : 'may be'} missing.`;
      yield { isCertain: isNever, code: 'possibly_missing', message };
    }
    const misfit = findMisfit(member, type, at);
    if (misfit !== undefined) yield { ...misfit, isCertain: misfit.isCertain && member.mayLack === false };
  }
  if (wanted.isClosed !== true) return;
  for (const name of given.members?.keys() ?? []) {
    if (wanted.members?.has(name) === true) continue;
    yield { isCertain: false, code: 'unknown_member', message: `Unknown member ${`${place}.${name}`.slice(1)}.` };
  }
}

function subject(place: string): string {
  if (place === '') return 'The field';
  return place === '[]' ? 'An item of the list' : `Its part \`${place.replace(/^\./, '')}\``;
}

function nameValue(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** True if a value of one of these types can equal the constant. */
export function mayEqual({ kinds, values }: FieldType, constant: Exclude<Json, null>): boolean {
  if (kinds === undefined) return true;
  if (values !== undefined) return values.includes(constant);
  // Records hold numbers that a double cannot represent as text, whatever type the schema declares.
  const isLong =
    typeof constant === 'string' && (kinds.has('integer') || kinds.has('number')) && isLongNumber(constant);
  return isLong || kinds.has(kindOf(constant));
}
