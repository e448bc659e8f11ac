import { type ESTree, parseSync, Visitor } from 'vite';

/** A small change of the source that a test should detect. */
export type Mutant = {
  /** `file:line:column change`. The same in every process that reads the same source. */
  readonly id: string;
  readonly file: string;
  readonly line: number;
  /** The function or other top-level declaration that contains it. */
  readonly within: string;
  /** The change as readable code. */
  readonly change: string;
  readonly start: number;
  readonly end: number;
  /** How the change is inserted around the source from `start` to `end`. */
  readonly form: 'expression' | 'statement' | 'property' | 'sql';
  /** For an `expression`, the expression that replaces it. Around a part of `sql`, the quote of its string. */
  readonly replacement: string;
};

type Span = { readonly start: number; readonly end: number };
type Form = Mutant['form'];

const boundaries: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const equalities = new Set(['===', '!==']);
/** A condition in a statement, after the keyword. */
const sqlCondition =
  /(?<=\b(?:WHERE|AND|ON) \(?)(?:\w+\.|"\w+"\.)?"\w+"(?: IS NOT NULL| IS NULL| (?:[<>]=?|=|<>) [@\w."']+)?(?![\w."']* IN\b| [<>=]| ?\$)/g;
/** The same in a tagged template, whose values are parameters. */
const taggedCondition =
  /(?<=\b(?:WHERE|AND|ON)\s\(?)(?:\w+\.|"\w+"\.)?"\w+"(?: IS NOT NULL| IS NULL| IN \(\$\{\w+\}\)| (?:<>|[<>]=?|=) (?:\$\{\w+\}|[\w."']+))(?!["'.\w]| [|+])/g;
/** Names of functions that return the answer to a question. */
const predicate = /^(?:has|is|includes|every|some|startsWith|endsWith|test|equals|covers|may|matches)/;

/**
 * The mutants of a TypeScript source: each condition of an `if`, `?:`, `&&` and `||` is fixed to true and to false,
 * each comparison is moved by its boundary, each call without a result is left out, and each condition of a Prisma
 * `where` is left out.
 * @param file the path for reports, from the root of the repository
 */
export function findMutants(file: string, source: string): Mutant[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const found = new Map<string, Mutant>();
  const lineStarts = [...source.matchAll(/^/gm)].map(({ index }) => index);

  const add = ({ start, end }: Span, form: Form, replacement: string, change: string) => {
    const line = lineStarts.findLastIndex((lineStart) => lineStart <= start) + 1;
    const id = `${file}:${line}:${start - (lineStarts[line - 1] ?? 0)} ${change}`;
    found.set(id, { id, file, line, within: declarationAt(program, start), change, start, end, form, replacement });
  };
  const decide = (node: Span, values: readonly boolean[]) => {
    for (const value of values) add(node, 'expression', String(value), `${shorten(node)} is ${value}`);
  };
  const shorten = ({ start, end }: Span) => {
    const text = source.slice(start, end).replace(/\s+/g, ' ');
    return text.length > 90 ? `${text.slice(0, 87)}...` : text;
  };
  /**
   * A condition that is fixed to true or false. For `a || b`, a test that detects that `a` or `b` has no effect also
   * detects that neither has, and the same is true for `a && b`. So that mutant would add nothing.
   */
  const decideCondition = (node: ESTree.Expression) => {
    const operator = operatorOf(node);
    decide(node, operator === '||' ? [true] : operator === '&&' ? [false] : [true, false]);
  };
  /** An expression that is a condition wherever it occurs. */
  const decideAnswer = (node: ESTree.Node | null) => {
    if (node !== null && isQuestion(node)) decide(node, [true, false]);
  };

  const tagged = new Set<ESTree.TemplateLiteral>();
  const leaveOutConditions = (text: Span, quote: string) => {
    const sql = source.slice(text.start, text.end);
    if (!/\b(?:SELECT|UPDATE|DELETE|INSERT)\b/.test(sql)) return;
    for (const { index, 0: condition } of sql.matchAll(sqlCondition)) {
      const start = text.start + index;
      add({ start, end: start + condition.length }, 'sql', quote, `SQL without ${condition}`);
    }
  };

  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') leaveOutConditions(node, source.charAt(node.start));
    },
    TaggedTemplateExpression: (node) => {
      tagged.add(node.quasi);
      const statement = source.slice(node.start, node.end);
      if (!/\b(?:SELECT|UPDATE|DELETE|INSERT)\b/.test(statement)) return;
      for (const { index, 0: condition } of statement.matchAll(taggedCondition)) {
        const without = `${statement.slice(0, index)}TRUE${statement.slice(index + condition.length)}`;
        add(node, 'expression', without, `SQL without ${condition}`);
      }
    },
    TemplateLiteral: (node) => {
      const { quasis } = node;
      if (tagged.has(node)) return;
      for (const quasi of quasis) leaveOutConditions(quasi, '`');
    },
    IfStatement: ({ test }) => decideCondition(test),
    ConditionalExpression: ({ test }) => decideCondition(test),
    LogicalExpression: ({ operator, left, right }) => {
      if (operator === '??') return;
      for (const operand of [left, right]) if (operatorOf(operand) !== operator) decide(operand, [operator === '&&']);
    },
    BinaryExpression: (node) => {
      const moved = boundaries[node.operator];
      if (moved === undefined) return;
      const text = `${source.slice(node.left.start, node.left.end)} ${moved} ${source.slice(node.right.start, node.right.end)}`;
      add(node, 'expression', text, `${shorten(node)} with ${moved}`);
    },
    ReturnStatement: ({ argument }) => decideAnswer(argument),
    ArrowFunctionExpression: ({ body, expression }) => {
      if (expression) decideAnswer(body);
    },
    VariableDeclarator: ({ init }) => decideAnswer(init),
    ExpressionStatement: (node) => {
      const called = node.expression.type === 'AwaitExpression' ? node.expression.argument : node.expression;
      if (called.type === 'CallExpression' && called.callee.type !== 'Super') {
        add(node, 'statement', '', `without ${shorten(node)}`);
      }
    },
    Property: ({ key, value }) => {
      if (key.type !== 'Identifier' || key.name !== 'where' || value.type !== 'ObjectExpression') return;
      for (const condition of value.properties) add(condition, 'property', '', `where without ${shorten(condition)}`);
    },
  }).visit(program);
  return [...found.values()];
}

/** The name of the top-level declaration at a position. Empty for a top-level statement. */
function declarationAt({ body }: ESTree.Program, position: number): string {
  const around = body.find(({ start, end }) => start <= position && position < end);
  const declared = around !== undefined && 'declaration' in around ? around.declaration : around;
  if (declared?.type === 'VariableDeclaration') {
    const one = declared.declarations.find(({ end }) => position < end);
    return one?.id.type === 'Identifier' ? one.id.name : '';
  }
  return declared != null && 'id' in declared && declared.id?.type === 'Identifier' ? declared.id.name : '';
}

function operatorOf(node: ESTree.Node): string | null {
  if (node.type === 'ParenthesizedExpression') return operatorOf(node.expression);
  return node.type === 'LogicalExpression' ? node.operator : null;
}

function isQuestion(node: ESTree.Node): boolean {
  if (node.type === 'UnaryExpression') return node.operator === '!';
  if (node.type === 'BinaryExpression')
    return equalities.has(node.operator) || Object.hasOwn(boundaries, node.operator);
  if (node.type !== 'CallExpression') return false;
  const { callee } = node;
  if (callee.type === 'Identifier') return predicate.test(callee.name);
  return (
    callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && predicate.test(callee.property.name)
  );
}
