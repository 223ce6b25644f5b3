/** Something that the contract suite found wrong. */
export interface Problem {
  /** `connector` for what concerns all of it, else the use: `test`, `devices.list`, `devices.upsert/find`. */
  use: string;
  /** Name of the rule, for exemptions and known gaps. */
  rule: Rule;
  detail: string;
}

/** Every rule of the suite, with what it asks for. */
export const rules = {
  'forms-fillable': 'The examples, defaults and types of its forms make a valid connection.',
  'host-listed': 'Its base address lies on a host that it lists.',
  'errors-declared': 'A connector with credentials says how its vendor tells errors apart.',
  'limits-declared': "A vendor's cloud has a budget of calls, or tells it in headers.",
  'object-documented': 'Every object links the page of the vendor that describes it.',
  'key-declared': 'Every list says which fields identify a record, and its schema has them.',
  'page-size-declared': 'A list whose pages are counted says how large they are.',
  'find-identifies': 'A look-up depends on the record that it looks for, or gets them all.',
  'holes-typed':
    'A value of a record, within the text of a filter or a body, names the language that it is written in.',
  meaning: 'It does what the meaning sheets say about its vendor.',
  described: 'The description has the operation.',
  'customer-defined': 'What is said to be for the customer to decide has no description.',
  route: 'Method and path are those of the description.',
  'required-parameters': 'Every required parameter is sent.',
  'known-parameters': 'Nothing is sent that the description does not know.',
  'parameter-values': 'Parameters have values that the description allows.',
  'content-type': 'The body has a content type that the description lists.',
  body: 'The body is one that the description allows.',
  'body-members': 'A body has no members that the description does not know.',
  document: 'A GraphQL document is valid by the schema, and its variables fit.',
  security: 'The connector signs in as the description asks.',
  'pages-followed': 'A list that the vendor hands out in pages is read to its end.',
  'response-described': 'The description has the form of a result.',
  pointers: "Every path and field of the definition is one of the answer's.",
  records: "Answers that the description allows become records of the object's schema.",
  'target-id': 'The answer to a creation gives the id.',
  sheets: 'A connector that is more than described has meaning sheets.',
  scenario: 'It keeps every record and change in the scenarios that follow from the meaning sheets.',
  behaviour: 'It behaves as it must against a server that misbehaves.',
  'webhook-consistent': 'A webhook reads by paths, and checks by fields of its form.',
  delivery: 'It takes, answers and refuses deliveries as the documentation of the vendor has it.',
  exchange: 'It sends and understands what the documentation shows.',
} as const;

export type Rule = keyof typeof rules;

/** What a description leaves out contradicts nobody: it leaves an operation unproven, and that is all. */
export function isSilence({ rule }: Problem): boolean {
  return rule === 'described' || rule === 'response-described';
}
