/** The syntax tree of a formula. Offsets are where a node starts in the text, or where its operator is. */
export type Node =
  | ConstantNode
  | NameNode
  | SelectNode
  | IndexNode
  | CallNode
  | ListNode
  | ObjectNode
  | UnaryNode
  | BinaryNode
  | ConditionalNode;

interface Located {
  readonly offset: number;
  /** Height of this subtree; bounds every recursion over it. */
  readonly depth: number;
}

export interface ConstantNode extends Located {
  readonly kind: 'constant';
  readonly value: null | boolean | number | string;
}

/** A field of the record, or a variable of a macro. */
export interface NameNode extends Located {
  readonly kind: 'name';
  readonly name: string;
  /** Written with a leading dot: always the record's field, whatever variables there are. */
  readonly isAbsolute: boolean;
}

export interface SelectNode extends Located {
  readonly kind: 'select';
  readonly target: Node;
  readonly name: string;
}

export interface IndexNode extends Located {
  readonly kind: 'index';
  readonly target: Node;
  readonly index: Node;
}

/** `name(…)`, or `target.name(…)`. */
export interface CallNode extends Located {
  readonly kind: 'call';
  readonly target: Node | undefined;
  readonly name: string;
  readonly parameters: readonly Node[];
}

export interface ListNode extends Located {
  readonly kind: 'list';
  readonly items: readonly Node[];
}

export interface ObjectNode extends Located {
  readonly kind: 'object';
  readonly entries: readonly { readonly key: Node; readonly value: Node }[];
}

export interface UnaryNode extends Located {
  readonly kind: 'unary';
  readonly operator: UnaryOperator;
  readonly operand: Node;
}

export interface BinaryNode extends Located {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Node;
  readonly right: Node;
}

export interface ConditionalNode extends Located {
  readonly kind: 'conditional';
  readonly test: Node;
  readonly positive: Node;
  readonly negative: Node;
}

export type UnaryOperator = '!' | '-';
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';
export type OrderingOperator = '<' | '<=' | '>' | '>=';
export type BinaryOperator = ArithmeticOperator | OrderingOperator | '==' | '!=' | 'in' | '&&' | '||' | '??';
