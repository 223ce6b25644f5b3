import {
  getNamedType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type InputValueDefinitionNode,
  isInputObjectType,
  isLeafType,
  isRequiredInputField,
  isSpecifiedScalarType,
  Kind,
  print,
  type TypeDefinitionNode,
  visit,
} from 'graphql';

/**
 * Adds what an input type needs: the fields at the paths, those that must be given, and their types. A path that ends at an
 * object means all that it can hold.
 */
export function addInput(
  type: GraphQLInputType,
  paths: readonly (readonly string[])[],
  coordinates: Set<string>,
  whole: ReadonlySet<string> = new Set(),
): void {
  const named = getNamedType(type);
  addLeaf(named, coordinates);
  if (!isInputObjectType(named)) return;
  const isWhole = paths.some((path) => path.length === 0) && !whole.has(named.name);
  const inner = isWhole ? new Set([...whole, named.name]) : whole;
  for (const field of Object.values(named.getFields())) {
    const rest = paths.filter(([first]) => first === field.name).map((path) => path.slice(1));
    if (!isWhole && rest.length === 0 && !isRequiredInputField(field)) continue;
    coordinates.add(`${named.name}.${field.name}`);
    addInput(field.type, isWhole ? [[]] : rest, coordinates, inner);
  }
}

/** Adds a type by its name; those of the specification itself need no words. */
export function addLeaf(type: GraphQLNamedType | undefined, coordinates: Set<string>): void {
  if (type === undefined || (isLeafType(type) && isSpecifiedScalarType(type))) return;
  coordinates.add(type.name);
}

/** The definitions of the types that coordinates name, with the fields and arguments that they name, each on one line. */
export function printTypes(schema: GraphQLSchema, coordinates: ReadonlySet<string>): Record<string, string> {
  const names = new Set([...coordinates].map((coordinate) => coordinate.split('.')[0] ?? ''));
  return Object.fromEntries(
    [...names].toSorted().flatMap((name) => {
      const node = schema.getType(name)?.astNode;
      return node ? [[name, print(prune(node, coordinates, names)).replaceAll(/\s+/g, ' ')]] : [];
    }),
  );
}

function prune(
  type: TypeDefinitionNode,
  coordinates: ReadonlySet<string>,
  names: ReadonlySet<string>,
): TypeDefinitionNode {
  const owner = type.name.value;
  const keep = (isKept: boolean): null | undefined => (isKept ? undefined : null);
  return visit(type, {
    StringValue: (_, key) => keep(key !== 'description'),
    Directive: () => null,
    FieldDefinition: ({ name }) => keep(coordinates.has(`${owner}.${name.value}`)),
    InputValueDefinition: (node, _key, _parent, _path, ancestors) => {
      const field = ancestors.at(-1);
      const name = node.name.value;
      if (field === undefined || !('kind' in field) || field.kind !== Kind.FIELD_DEFINITION) {
        return keep(coordinates.has(`${owner}.${name}`));
      }
      return keep(coordinates.has(`${owner}.${field.name.value}(${name}:)`) || isRequired(node));
    },
    // Of interfaces and members of unions, those that are named otherwise too.
    NamedType: ({ name }, key) => keep(typeof key !== 'number' || names.has(name.value)),
  });
}

function isRequired({ type, defaultValue }: InputValueDefinitionNode): boolean {
  return type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined;
}
