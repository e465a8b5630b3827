import { parseSync } from 'vite'

/* The syntax tree of a script, from the bundler's parser, and what can be derived from it without types. */

export interface Node {
  type: string
  start: number
  [key: string]: unknown
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

export interface Script {
  path: string
  text: string
  root: Node
}

export function parseScript(path: string, text: string): Script {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  return { path, text, root: program as unknown as Node }
}

type Visitor = (node: Node, parent: Node | undefined, key: string) => void

/** Type nodes are not executed, except for the expression that they wrap. */
const AROUND_EXPRESSION = /^TS(As|NonNull|Satisfies|TypeAssertion|Instantiation)/

/** Calls `see` for each node, with its parent and its key in the parent. */
export function visit(node: Node, see: Visitor, parent?: Node, at = ''): void {
  see(node, parent, at)
  const keys = AROUND_EXPRESSION.test(node.type) ? ['expression'] : Object.keys(node)
  for (const key of keys)
    for (const child of [node[key]].flat())
      if (isNode(child) && (!child.type.startsWith('TS') || AROUND_EXPRESSION.test(child.type)))
        visit(child, see, node, key)
}

export function declare(node: Node, declared: Set<string>): void {
  if (node.type === 'VariableDeclarator') bind(node.id, declared)
  else if (node.type === 'CatchClause') bind(node.param, declared)
  else if (isImport(node)) bind(node.local, declared)
  else if (/Function|^Class/.test(node.type)) {
    bind(node.id, declared)
    for (const param of [node.params ?? []].flat()) bind(param, declared)
  }
}

const isImport = ({ type }: Node): boolean => /^Import.*Specifier$/.test(type)

export function declareImport(node: Node, imported: Set<string>): void {
  if (isImport(node)) bind(node.local, imported)
}

function bind(pattern: unknown, declared: Set<string>): void {
  if (!isNode(pattern)) return
  if (pattern.type === 'Identifier') declared.add(String(pattern.name))
  const { properties, elements, left, argument, value } = pattern
  for (const inner of [properties ?? [], elements ?? [], left, argument, value].flat()) bind(inner, declared)
}

export function ask({ type, ...node }: Node, asked: Set<string>): void {
  const { operator, argument, left, right, test, callee, object, optional } = node
  if (type === 'UnaryExpression' && (operator === 'typeof' || operator === '!')) note(argument, asked)
  if (type === 'BinaryExpression') {
    if (operator === 'in' && isNode(left) && left.type === 'Literal') asked.add(String(left.value))
    if (/^[!=]==?$/.test(String(operator))) for (const side of [left, right]) note(side, asked)
  }
  if (type === 'LogicalExpression') note(left, asked)
  if (type === 'IfStatement' || type === 'ConditionalExpression') note(test, asked)
  if (type === 'CallExpression' && optional) note(callee, asked)
  if (type === 'MemberExpression' && optional) note(object, asked)
}

function note(expression: unknown, asked: Set<string>): void {
  if (!isNode(expression)) return
  if (expression.type === 'Identifier') asked.add(String(expression.name))
  if (expression.type === 'MemberExpression') asked.add(memberOf(expression) ?? '')
  if (expression.type === 'ChainExpression') note(expression.expression, asked)
}

/** `b` of `a.b`. */
export const memberOf = ({ property, computed }: Node): string | null =>
  isNode(property) && !computed && property.type === 'Identifier' ? String(property.name) : null
