import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { type Contract, loadContract } from '../contract/contract.ts';
import type { Output } from './output.ts';

/**
 * Renders what the XML of a vendor's answers stands for, from the vendor's own model in its contract: names as the
 * vendor's libraries have them, booleans, numbers, and which elements are lists. Text under its own name is left out.
 */
export function renderXmlShapes(connectorId: string): Output {
  const contract = loadContract(connectorId);
  if (contract === undefined) throw new Error(`${connectorId} has no contract to take the shapes from.`);
  const { documents, structures } = new Shapes(contract).read();
  const text = `import type { XmlShapes } from '../kit/xml-shapes.ts';

/** Generated from \`contract.json\` by \`node tools/generate.ts\`: the XML of answers, by the services' own models. */
export const shapes: XmlShapes = ${JSON.stringify({ documents, structures })};
`;
  return { path: `connectors/${connectorId}/shapes.data.ts`, text };
}

class Shapes {
  readonly #contract: Contract;
  readonly #structures: Record<string, Record<string, string>> = {};

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  read(): { documents: Record<string, string>; structures: Record<string, Record<string, string>> } {
    const documents: Record<string, string> = {};
    const answers = Object.values(this.#contract.operations).flatMap(({ responses }) => Object.values(responses));
    for (const { contentTypes, schema } of answers) {
      if (schema === undefined || !contentTypes.includes('text/xml')) continue;
      const { properties, additionalProperties } = schema;
      // Models of REST services do not name the root: the structure's own name stands for it.
      for (const [root, document] of Object.entries(isJsonObject(properties) ? properties : {})) {
        documents[root] = this.#addStructure(document, `${root}.document`);
      }
      if (isJsonObject(additionalProperties)) {
        const name = this.#addStructure(additionalProperties, '');
        documents[name] = name;
      }
    }
    return { documents, structures: this.#structures };
  }

  /** Adds a structure with all that it holds, and gives its name. */
  #addStructure(schema: Json, anonymous: string): string {
    const [name, target] = this.#resolve(schema, anonymous);
    if (Object.hasOwn(this.#structures, name)) return name;
    const members: Record<string, string> = {};
    this.#structures[name] = members;
    const names = isJsonObject(target['names']) ? target['names'] : {};
    for (const [element, member] of Object.entries(isJsonObject(target['properties']) ? target['properties'] : {})) {
      const own = names[element];
      const text = `${typeof own === 'string' ? own : element}${this.#describe(member)}`;
      if (text !== element) members[element] = text;
    }
    return name;
  }

  /** The type of a member, as `XmlShapes` writes it. */
  #describe(schema: Json): string {
    const [, target] = this.#resolve(schema, '');
    const { type, properties, items } = target;
    if (isJsonObject(items)) return `${this.#describeItem(items)}[]`;
    const [element, ...more] = Object.entries(isJsonObject(properties) ? properties : {});
    if (element !== undefined && more.length === 0 && isListElement(element, target)) {
      const [, list] = this.#resolve(element[1], '');
      return `${this.#describeItem(list['items'] ?? {})}[${element[0]}]`;
    }
    if (type === 'object') return `:${this.#addStructure(schema, '')}`;
    return this.#describeItem(schema);
  }

  #describeItem(schema: Json): string {
    const [, { type }] = this.#resolve(schema, '');
    if (type === 'object') return `:${this.#addStructure(schema, '')}`;
    if (type === 'boolean') return ':boolean';
    return type === 'integer' || type === 'number' ? ':number' : '';
  }

  #resolve(schema: Json, anonymous: string): [string, JsonObject] {
    const ref = isJsonObject(schema) ? schema['$ref'] : undefined;
    if (typeof ref !== 'string') return [anonymous, isJsonObject(schema) ? schema : {}];
    const name = ref.replace('#/$defs/', '');
    return [name, this.#contract.schemas[name] ?? {}];
  }
}

/** True where a structure is the element around a list: its one member is the repeated one. */
function isListElement([name, member]: [string, Json], { required }: JsonObject): boolean {
  return isJsonObject(member) && isJsonObject(member['items']) && Array.isArray(required) && required.includes(name);
}
