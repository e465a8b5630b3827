import type { AtRule, Declaration, Node, Root, Rule } from 'postcss'
import { type Feature, type Finding, featureAt, lackOf, namesBelow } from './support.ts'

/* Finds the selectors, properties, values and at-rules of a style sheet. The content of `@supports` is
   skipped, because its fallback is outside. A declaration that a browser does not know leaves the
   previous one in force. */

export function findInStyles(root: Root, prefixes: readonly string[] = []): Finding[] {
  const findings: Finding[] = []
  root.walk((node) => {
    if (isConditional(node)) return
    for (const { name, feature, beside = [] } of usesOf(node)) {
      const lack = lackOf(feature, [...beside, ...prefixes])
      if (lack.length > 0) findings.push({ line: node.source?.start?.line ?? 0, name, feature, lack })
    }
  })
  return findings
}

const isConditional = (node: Node): boolean =>
  (isAtRule(node) && node.name === 'supports') ||
  (node.parent !== undefined && isConditional(node.parent as Node))

const isAtRule = (node: Node): node is AtRule => node.type === 'atrule'
const isRule = (node: Node): node is Rule => node.type === 'rule'
const isDeclaration = (node: Node): node is Declaration => node.type === 'decl'

interface Use {
  name: string
  feature: Feature
  /** Prefixes with which the same property is also declared in the rule. */
  beside?: string[]
}
const use = (name: string, feature: Feature | undefined): Use[] => (feature ? [{ name, feature }] : [])

function usesOf(node: Node): Use[] {
  if (isRule(node)) return selectorUses(node.selector)
  if (isDeclaration(node)) return declarationUses(node)
  if (isAtRule(node)) return atRuleUses(node)
  return []
}

const TEXTS = /"[^"]*"|'[^']*'|url\([^)]*\)/g

const selectorUses = (selector: string): Use[] =>
  [...selector.replaceAll(TEXTS, '').matchAll(/::?(-?[a-z][a-z-]*)/g)]
    // A selector with a prefix is meant for the browsers that have it.
    .filter(([, name = '']) => !name.startsWith('-'))
    .flatMap(([written, name = '']) => use(written, featureAt('css', 'selectors', name)))

const atRuleUses = ({ name, params }: AtRule): Use[] => [
  ...use(`@${name}`, featureAt('css', 'at-rules', name)),
  ...[...params.matchAll(/\(\s*([a-z-]+)/g)].flatMap(([, condition = '']) =>
    use(`@${name} (${condition})`, featureAt('css', 'at-rules', name, condition)),
  ),
]

function declarationUses(declaration: Declaration): Use[] {
  const { prop, value } = declaration
  if (prop.startsWith('--')) return valueUses(null, value)
  if (prop.startsWith('-') || hasFallback(declaration)) return []
  const beside = prefixesBeside(declaration)
  const property = use(prop, featureAt('css', 'properties', prop))
  return [...property.map((one) => ({ ...one, beside })), ...valueUses(prop, value)]
}

const prefixesBeside = ({ prop, parent }: Declaration): string[] =>
  (parent?.nodes ?? []).flatMap((twin) =>
    isDeclaration(twin) && twin.prop.startsWith('-') && twin.prop.endsWith(`-${prop}`)
      ? twin.prop.slice(0, -prop.length)
      : [],
  )

/** Whether an earlier declaration of the property applies in browsers that do not support this one. */
const hasFallback = (declaration: Declaration): boolean => {
  const before = declaration.parent?.nodes.slice(0, declaration.parent.index(declaration)) ?? []
  return before.some(
    (earlier) =>
      isDeclaration(earlier) && earlier.prop === declaration.prop && earlier.value !== declaration.value,
  )
}

function valueUses(prop: string | null, value: string): Use[] {
  const bare = value.replaceAll(TEXTS, '').replaceAll(/var\(--[\w-]+/g, '')
  const words = [...bare.matchAll(/(?<![\w-])([a-z][a-z-]*)(\()?/gi)]
  // `rect()` of `clip` is not the CSS function in MDN's data.
  if (prop === 'clip') return []
  return [
    ...words.flatMap(([, word = '', call]) => {
      if (call) return use(`${word}()`, functionNamed(word))
      return prop ? use(`${prop}: ${word}`, featureAt('css', 'properties', prop, word)) : []
    }),
    ...[...bare.matchAll(/\d([a-z]+)/g)].flatMap(([, unit = '']) =>
      use(unit, featureAt('css', 'types', 'length', unit)),
    ),
  ]
}

const functionNamed = (name: string): Feature | undefined =>
  featureAt('css', 'types', name) ??
  TYPES.map((type) => featureAt('css', 'types', type, name)).find((feature) => feature !== undefined)
const TYPES = namesBelow('css', 'types')
