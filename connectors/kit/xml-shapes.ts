import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';

/**
 * What the elements of a vendor's XML stand for, by its own model. Members are written `Name:type[element]`:
 *
 * - `Name`: the member's name in the record.
 * - `type`: `boolean`, `number`, or the name of a structure; left out for text, times included.
 * - `[element]`: the member is a list, whose items are the elements of that name inside; `[]` where the member's own
 *   element is repeated.
 */
export interface XmlShapes {
  /** Structure of a document, by the name of its root element. */
  documents: Readonly<Record<string, string>>;
  /** Members of a structure, by the name of their element. */
  structures: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

interface Member {
  name: string;
  type: string;
  /** `''` for a repeated element; absent for what is no list. */
  element?: string | undefined;
}

type Structure = ReadonlyMap<string, Member>;

const memberForm = /^(?<name>[^:[]+)(?::(?<type>[^[]+))?(?:\[(?<element>[^\]]*)\])?$/;

/**
 * Makes the function that gives a record, as the XML decoder made it, the members, types and lists of its model.
 *
 * Elements that the model does not know keep their name and form. An empty list is a list, and an empty structure has no
 * members; what is absent stays absent.
 *
 * @param path Names of the elements from the root to the record, without the record's index.
 * @throws {Error} where the model has no structure there.
 */
export function shapeXml(shapes: XmlShapes, path: readonly string[]): (record: JsonObject) => JsonObject {
  const structures = new Map<string, Structure>();
  const read = (name: string): Structure => {
    const known = structures.get(name) ?? readStructure(shapes, name);
    structures.set(name, known);
    return known;
  };
  const structure = read(findStructure(shapes, path, read));
  return (record) => shapeStructure(record, structure, read);
}

function readStructure({ structures }: XmlShapes, name: string): Structure {
  const members = Object.entries(structures[name] ?? {}).map(([element, text]) => {
    const { name: memberName = element, type = 'text', element: item } = memberForm.exec(text)?.groups ?? {};
    return [element, { name: memberName, type, element: item }] as const;
  });
  return new Map(members);
}

function findStructure(shapes: XmlShapes, path: readonly string[], read: (name: string) => Structure): string {
  const [root = '', ...rest] = path;
  let name = shapes.documents[root];
  for (let at = 0; at < rest.length && name !== undefined; at += 1) {
    const member = read(name).get(rest[at] ?? '');
    if (member?.element !== undefined && member.element !== '') at += 1;
    name = member?.type;
  }
  if (name === undefined || !Object.hasOwn(shapes.structures, name)) {
    throw new Error(`The model has no structure at ${path.join('.')}.`);
  }
  return name;
}

function shapeStructure(record: JsonObject, structure: Structure, read: (name: string) => Structure): JsonObject {
  const shaped: [string, Json][] = Object.entries(record).map(([element, value]) => {
    const member = structure.get(element);
    return member === undefined ? [element, value] : [member.name, shapeMember(value, member, read)];
  });
  return Object.fromEntries(shaped);
}

function shapeMember(value: Json, { type, element }: Member, read: (name: string) => Structure): Json {
  if (element === undefined) return shapeValue(value, type, read);
  const items = element === '' ? value : isJsonObject(value) ? (value[element] ?? []) : [];
  const list = Array.isArray(items) ? items : [items];
  return list.map((item) => shapeValue(item, type, read));
}

function shapeValue(value: Json, type: string, read: (name: string) => Structure): Json {
  if (type === 'text') return value;
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  if (type === 'number') return toNumber(value);
  return shapeStructure(isJsonObject(value) ? value : {}, read(type), read);
}

/** The number, or the text as it is where a number would lose digits or the text is not numeric. */
function toNumber(value: Json): Json {
  if (typeof value !== 'string' || value.trim() === '') return value === '' ? null : value;
  const number = Number(value);
  const isExact = Number.isSafeInteger(number) || (Number.isFinite(number) && !/^-?\d+$/.test(value.trim()));
  return isExact ? number : value;
}
