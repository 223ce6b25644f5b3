import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { DescribedOperation, Description, OperationFacts } from './description.ts';
import { toObject, toText, toTexts } from '../../drafts/json-reading.ts';

/**
 * Reads botocore's service models: the protocols `query`, `ec2`, `json`, `rest-json` and `rest-xml`.
 *
 * Answers in XML are described as the document that a parser makes of them, wrappers and `member` elements included.
 *
 * @see https://github.com/boto/botocore/tree/develop/botocore/data
 * @see https://smithy.io/2.0/aws/protocols/index.html
 */
export function readBotocore(document: JsonObject): Description {
  const model: Model = {
    protocol: toText(toObject(document['metadata'])['protocol']),
    metadata: toObject(document['metadata']),
    shapes: toObject(document['shapes']),
  };
  const operations = Object.entries(toObject(document['operations'])).map(([name, operation]) =>
    toOperation(model, name, toObject(operation)),
  );
  return {
    security: { sigv4: { type: 'sigv4' } },
    operations,
    resolve: (ref) => {
      const [shape = '', side = ''] = ref.split('#');
      return isJsonObject(model.shapes[shape]) ? { name: shape, schema: toSchema(model, shape, side) } : undefined;
    },
  };
}

interface Model {
  protocol: string;
  metadata: JsonObject;
  shapes: JsonObject;
}

function toOperation(model: Model, name: string, operation: JsonObject): DescribedOperation {
  const http = toObject(operation['http']);
  const [path = '/', query = ''] = toText(http['requestUri']).split('?');
  const constants = Object.fromEntries(new URLSearchParams(query));
  const marks = {
    query: { ...constants, ...(isQuery(model) ? { Action: name } : {}) },
    headers: toTarget(model, name),
  };
  return {
    method: toText(http['method']),
    path: path.replaceAll('+}', '}'),
    marks,
    describe: () => describe(model, name, operation, constants),
  };
}

/** The JSON protocols name the action in a header. @see https://smithy.io/2.0/aws/protocols/aws-json-1_1-protocol.html */
function toTarget({ protocol, metadata }: Model, name: string): Record<string, string> {
  return protocol === 'json' ? { 'x-amz-target': `${toText(metadata['targetPrefix'])}.${name}` } : {};
}

function isQuery({ protocol }: Model): boolean {
  return protocol === 'query' || protocol === 'ec2';
}

function describe(
  model: Model,
  name: string,
  operation: JsonObject,
  constants: Readonly<Record<string, string>>,
): OperationFacts {
  const input = toText(toObject(operation['input'])['shape']);
  const members = listMembers(model, input)
    .filter(({ place }) => place !== 'body' || isQuery(model))
    .map((member) => ({ ...member, wireName: toQueryName(model, member.wireName) }));
  const fixed = {
    ...constants,
    ...(isQuery(model) ? { Action: name, Version: toText(model.metadata['apiVersion']) } : {}),
  };
  return {
    parameters: [
      ...Object.entries(fixed).map(([parameter, value]) => toParameter(parameter, 'query', true, { const: value })),
      ...Object.entries(toTarget(model, name)).map(([header, target]) =>
        toParameter(header, 'header', true, { const: target }),
      ),
      ...members.map((member) =>
        toParameter(member.wireName, isQuery(model) ? 'query' : member.place, member.required, {
          $ref: `${member.shape}#request`,
        }),
      ),
    ],
    request: toRequest(model, input),
    responses: { 200: toResponse(model, name, toObject(operation['output'])) },
    security: [['sigv4']],
  };
}

/** EC2 spells all parameters with a capital. @see https://smithy.io/2.0/aws/protocols/aws-ec2-query-protocol.html#query-key-resolution */
function toQueryName({ protocol }: Model, name: string): string {
  return protocol === 'ec2' ? `${name.charAt(0).toUpperCase()}${name.slice(1)}` : name;
}

function toParameter(
  name: string,
  place: string,
  required: boolean,
  schema: JsonObject,
): OperationFacts['parameters'][number] {
  return { name, in: place, required, schema };
}

function toRequest(model: Model, input: string): OperationFacts['request'] {
  if (isQuery(model)) {
    return { contentTypes: ['application/x-www-form-urlencoded'], required: false, schema: { type: 'object' } };
  }
  if (!listMembers(model, input).some(({ place }) => place === 'body')) return undefined;
  const contentType =
    model.protocol === 'json'
      ? `application/x-amz-json-${toText(model.metadata['jsonVersion'])}`
      : model.protocol === 'rest-xml'
        ? 'application/xml'
        : 'application/json';
  return { contentTypes: [contentType], required: true, schema: { $ref: `${input}#request` } };
}

function toResponse(model: Model, name: string, output: JsonObject): OperationFacts['responses'][string] {
  const shape = toText(output['shape']);
  const headers = listMembers(model, shape)
    .filter(({ place }) => place === 'header')
    .map(({ wireName }) => wireName.toLowerCase());
  if (shape === '') return { contentTypes: [], headers, schema: undefined };
  const body: JsonObject = { $ref: `${shape}#response` };
  const wrapper = toText(output['resultWrapper']);
  if (!isXml(model)) return { contentTypes: ['application/json'], headers, schema: body };
  const inner = wrapper === '' ? body : toObjectOf({ [wrapper]: body });
  const rootName = isQuery(model) ? `${name}Response` : toText(toObject(model.shapes[shape])['locationName']);
  // Of REST's answers, the models seldom name the root: botocore's parser passes over it.
  const schema = rootName === '' ? { type: 'object', additionalProperties: inner } : toObjectOf({ [rootName]: inner });
  return { contentTypes: ['text/xml'], headers, schema };
}

function isXml(model: Model): boolean {
  return isQuery(model) || model.protocol === 'rest-xml';
}

function toObjectOf(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties) };
}

interface Member {
  name: string;
  wireName: string;
  shape: string;
  required: boolean;
  place: 'path' | 'query' | 'header' | 'body';
}

function listMembers(model: Model, shape: string): Member[] {
  const structure = toObject(model.shapes[shape]);
  const required = new Set(toTexts(structure['required']));
  return Object.entries(toObject(structure['members'])).map(([name, value]) => {
    const member = toObject(value);
    const wireName = toText(member['locationName']);
    return {
      name,
      wireName: wireName === '' ? name : wireName,
      shape: toText(member['shape']),
      required: required.has(name),
      place: places[toText(member['location'])] ?? 'body',
    };
  });
}

const places: Readonly<Record<string, Member['place']>> = {
  uri: 'path',
  querystring: 'query',
  header: 'header',
  headers: 'header',
};

const scalarTypes: Readonly<Record<string, JsonObject>> = {
  integer: { type: 'integer' },
  long: { type: 'integer' },
  float: { type: 'number' },
  double: { type: 'number' },
  boolean: { type: 'boolean' },
  blob: { type: 'string' },
};

/** What the SDKs call the members of XML whose elements have other names. */
function listNames(members: readonly Member[]): JsonObject {
  const others = members.filter(({ name, wireName }) => name !== wireName);
  return others.length === 0 ? {} : { names: Object.fromEntries(others.map(({ name, wireName }) => [wireName, name])) };
}

function toSchema(model: Model, name: string, side: string): JsonObject {
  const shape = toObject(model.shapes[name]);
  const ref = (target: string): JsonObject => ({ $ref: `${target}#${side}` });
  switch (shape['type']) {
    case 'structure': {
      const members = listMembers(model, name).filter(({ place }) => place === 'body');
      return {
        type: 'object',
        properties: Object.fromEntries(members.map((member) => [member.wireName, ref(member.shape)])),
        required: members.filter((member) => member.required).map((member) => member.wireName),
        ...(isXml(model) && side === 'response' ? listNames(members) : {}),
      };
    }
    case 'list': {
      const { member, flattened } = shape;
      const items = { type: 'array', items: ref(toText(toObject(member)['shape'])) };
      // In requests, the place stands behind the name: `InstanceId.1`.
      if (!isXml(model) || flattened === true || (isQuery(model) && side === 'request')) return items;
      const element = toText(toObject(member)['locationName']);
      return toObjectOf({ [element === '' ? 'member' : element]: items });
    }
    case 'map':
      return { type: 'object', additionalProperties: ref(toText(toObject(shape['value'])['shape'])) };
    case 'timestamp':
      return isXml(model) ? { type: 'string', format: 'date-time' } : { type: ['number', 'string'] };
    case 'string':
      return { type: 'string', ...(Array.isArray(shape['enum']) ? { enum: shape['enum'] } : {}) };
    default:
      return scalarTypes[toText(shape['type'])] ?? {};
  }
}
