import { type Feature, type Finding, featureAt, lackOf, namesBelow } from './support.ts'
import { ask, declare, declareImport, isNode, memberOf, type Node, type Script, visit } from './syntax.ts'

/* Finds the browser features that scripts use. There are no types, so names decide: a global, a member
   of a global, and the name of any called member. A name is reported if every feature with this name is
   missing in some supported browser. A file that tests for a name (`typeof`, `in`, `?.()`, a condition)
   may use it. */

/** A call of such a name is assumed to call the scripts' own member. */
export function membersOf(scripts: readonly Script[]): Set<string> {
  const own = new Set<string>()
  for (const { root } of scripts)
    visit(root, (node) => {
      if (
        /^(Property|PropertyDefinition|MethodDefinition)$/.test(node.type) &&
        isNode(node.key) &&
        !node.computed
      )
        own.add(String(node.key.name ?? node.key.value))
      if (node.type === 'AssignmentExpression' && isNode(node.left)) own.add(memberOf(node.left) ?? '')
    })
  return own
}

export function findInScript({ text, root }: Script, own: ReadonlySet<string>): Finding[] {
  const declared = new Set<string>()
  const imported = new Set<string>()
  const asked = new Set<string>()
  visit(root, (node) => {
    declare(node, declared)
    declareImport(node, imported)
    ask(node, asked)
  })
  const findings: Finding[] = []
  visit(root, (node, parent, key) => {
    for (const { name, features, guard } of usesOf(node, { parent, key, declared, imported, own })) {
      // Allowed if all browsers have one of the features with this name.
      const [feature] = features
      if (!feature || asked.has(guard) || features.some((one) => lackOf(one).length === 0)) continue
      findings.push({ line: lineAt(text, node.start), name, feature, lack: lackOf(feature) })
    }
  })
  return findings
}

const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length

interface Place {
  parent: Node | undefined
  key: string
  declared: ReadonlySet<string>
  imported: ReadonlySet<string>
  own: ReadonlySet<string>
}

interface Use {
  name: string
  features: Feature[]
  /** A condition must test this name. */
  guard: string
}
const use = (name: string, feature: Feature | undefined): Use[] =>
  feature ? [{ name, features: [feature], guard: name }] : []

function usesOf(node: Node, place: Place): Use[] {
  if (node.type === 'Identifier' && isReference(place)) return globalUse(String(node.name), place.declared)
  if (node.type === 'MemberExpression') return memberUse(node, place)
  if (node.type === 'JSXOpeningElement') return elementUses(node)
  if (node.type === 'Literal' && node.regex) return regexUses(node.regex as Regex)
  if (node.type === 'Literal' && typeof node.value === 'string') return selectorUses(node.value)
  if (node.type === 'TemplateElement') return selectorUses(JSON.stringify(node.value))
  return []
}

/** Not a property, label or declaration. */
const isReference = ({ parent, key }: Place): boolean =>
  !(
    (key === 'property' && parent?.type === 'MemberExpression' && !parent.computed) ||
    (key === 'key' && !parent?.computed) ||
    key === 'label' ||
    /Specifier$/.test(parent?.type ?? '')
  )

function globalUse(name: string, declared: ReadonlySet<string>): Use[] {
  if (declared.has(name)) return []
  return [{ name, features: globalFeatures(name), guard: name }]
}

const globalFeatures = (name: string): Feature[] =>
  [
    featureAt('javascript', 'builtins', name),
    featureAt('api', name),
    featureAt('api', 'Window', name),
    featureAt('api', `${name}_static`),
  ].flatMap((feature) => feature ?? [])

/** Globals that are instances, with their interface. */
const INSTANCES: Record<string, string> = {
  console: 'console',
  crypto: 'Crypto',
  document: 'Document',
  history: 'History',
  location: 'Location',
  navigator: 'Navigator',
  performance: 'Performance',
  screen: 'Screen',
}
const WINDOW = new Set(['window', 'globalThis', 'self'])

function memberUse(node: Node, { parent, key, declared, imported, own }: Place): Use[] {
  const member = memberOf(node)
  if (member === null || !isNode(node.object)) return []
  const holder =
    node.object.type === 'Identifier' && !declared.has(String(node.object.name))
      ? String(node.object.name)
      : null
  if (holder && WINDOW.has(holder)) return [{ name: member, features: globalFeatures(member), guard: member }]
  const known = holder ? knownMember(holder, member) : undefined
  const isOurs = node.object.type === 'Identifier' && imported.has(String(node.object.name))
  const isForeignCall = key === 'callee' && parent?.type === 'CallExpression' && !own.has(member) && !isOurs
  const features = known ? [known] : isForeignCall ? (MEMBERS.get(member) ?? []) : []
  return [{ name: holder ? `${holder}.${member}` : `.${member}`, features, guard: member }]
}

const knownMember = (holder: string, member: string): Feature | undefined =>
  featureAt('javascript', 'builtins', holder, member) ??
  featureAt('api', INSTANCES[holder] ?? holder, member) ??
  featureAt('api', holder, `${member}_static`)

/** Features by the name of the member they describe. */
const MEMBERS = new Map<string, Feature[]>()
for (const room of [['api'], ['javascript', 'builtins']])
  for (const owner of namesBelow(...room))
    for (const key of namesBelow(...room, owner)) {
      const feature = featureAt(...room, owner, key)
      const name = key.replace(/_static$/, '')
      const isStandard = feature?.compat.status?.standard_track && !feature.compat.status.experimental
      if (feature && isStandard && key !== owner && /^[a-z]\w*$/i.test(name))
        MEMBERS.set(name, [...(MEMBERS.get(name) ?? []), feature])
    }

interface Regex {
  pattern: string
  flags: string
}

const regexUses = ({ pattern, flags }: Regex): Use[] => [
  ...(flags.includes('v') ? use('/…/v', featureAt('javascript', 'builtins', 'RegExp', 'unicodeSets')) : []),
  ...(/\(\?[ims-]+:/.test(pattern)
    ? use('(?i:…)', featureAt('javascript', 'regular_expressions', 'modifier'))
    : []),
]

function elementUses({ name: tag, attributes }: Node): Use[] {
  const element = isNode(tag) && typeof tag.name === 'string' ? tag.name : ''
  const known = featureAt('html', 'elements', element)
  if (!known) return []
  const names = [attributes].flat().flatMap((one) => {
    const name = isNode(one) && isNode(one.name) ? one.name.name : null
    return typeof name === 'string' ? name.toLowerCase() : []
  })
  return [
    ...use(`<${element}>`, known),
    ...names.flatMap((name) =>
      use(
        `<${element} ${name}>`,
        featureAt('html', 'elements', element, name) ?? featureAt('html', 'global_attributes', name),
      ),
    ),
  ]
}

/** Selectors in strings, for `querySelector` and style sheets created by scripts. */
const selectorUses = (text: string): Use[] =>
  [...text.matchAll(/:([a-z-]+)\(/g)].flatMap(([, name = '']) =>
    use(`:${name}()`, featureAt('css', 'selectors', name)),
  )
