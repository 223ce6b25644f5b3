import { misuse } from './cli-error.ts';
import type { CommandFacts, OptionFacts } from './command-facts.ts';
import { commands } from './commands.data.ts';

const [write, list, find] = ['runOperation', 'listObjectRecords', 'findObjectRecords'].map(findFacts);

function findFacts(operation: string): CommandFacts {
  const facts = commands.find((one) => one.operation === operation);
  if (facts === undefined) throw new Error(`There is no operation ${operation}.`);
  return facts;
}

/** What `hub call` takes: all that any operation of a connection takes. Which of it is needed, the hub says. */
export const callFacts: CommandFacts = {
  operation: 'runOperation',
  words: ['connections', 'call'],
  summary: 'Read or write records through a connection, once',
  params: ['id', 'object', 'operation'],
  body: { members: listMembers() },
};

function listMembers(): OptionFacts[] {
  const all = [write, list, find].flatMap((facts) => facts?.body?.members ?? []);
  return all
    .filter(({ name }, index) => all.findIndex((other) => other.name === name) === index)
    .map(({ name, type, values, text }) => ({
      name,
      type,
      ...(values === undefined ? {} : { values }),
      ...(text === undefined ? {} : { text }),
    }));
}

/**
 * `users.find` is object and operation in one word. Names of objects may have dots of their own, names of operations have none.
 *
 * @returns connection, object and operation, as far as they were typed.
 */
export function splitCalled([id = '', object = '', ...rest]: readonly string[]): string[] {
  const dot = object.lastIndexOf('.');
  return rest.length > 0 || dot === -1 ? [id, object, ...rest] : [id, object.slice(0, dot), object.slice(dot + 1)];
}

/** The API call of an operation. @throws {CliError} `usage` if there is no such operation. */
export function findCalled(operation: string | undefined): CommandFacts {
  const facts = operation === 'list' ? list : operation === 'find' ? find : write;
  if (facts === undefined || operation === undefined) throw misuse('Say which operation: list, find, create, …');
  return facts;
}
