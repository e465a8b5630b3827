import { z } from 'zod'
import { SHARED_SCHEMAS } from '#contract/routes.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema
/** A schema may differ by direction, because of defaults and conversions. */
type Direction = 'input' | 'output'

const PREFIX = '#/components/schemas/'
const REFERENCE = /(?<="#\/components\/schemas\/)(input|output):(\w+)/g

for (const [id, schema] of SHARED_SCHEMAS)
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id })

/** Named schemas become components that others reference. */
export function schemaTranslator() {
  const used: Record<Direction, Map<string, string>> = { input: new Map(), output: new Map() }

  /** A schema that is equal in both directions has one name. */
  function nameOf(id: string, direction: Direction): string {
    const other = used[direction === 'input' ? 'output' : 'input'].get(id)
    const isSame = other === used[direction].get(id) && !other?.includes('$ref')
    return direction === 'output' || other === undefined || isSame ? id : `${id}Input`
  }
  /** Final names are known only after all uses are translated. */
  const withNames = (text: string): string =>
    text.replace(REFERENCE, (_all, direction, id) => nameOf(id, direction))

  return {
    translate(schema: z.ZodType, direction: Direction): JsonSchema {
      const converted = z.toJSONSchema(schema, {
        io: direction,
        unrepresentable: 'any',
        target: 'draft-2020-12',
        reused: 'inline',
        override: ({ jsonSchema }) => {
          delete jsonSchema.id
          // Zod omits `examples` from converted input schemas, where API clients need them.
          if ('example' in jsonSchema) jsonSchema.examples = [jsonSchema.example]
          delete jsonSchema.example
        },
      })
      const placed = JSON.stringify(converted).replaceAll('"#/$defs/', `"${PREFIX}${direction}:`)
      const { $schema: _, $defs = {}, ...root } = JSON.parse(placed) as JsonSchema
      for (const [id, definition] of Object.entries($defs))
        used[direction].set(id, JSON.stringify(definition))
      return root
    },
    resolve({ $ref, ...schema }: JsonSchema): JsonSchema {
      const [, direction, id] = /(input|output):(\w+)$/.exec($ref ?? '') ?? []
      const found = id && used[direction as Direction].get(id)
      return found ? JSON.parse(found) : schema
    },
    finish: <T>(part: T): T => JSON.parse(withNames(JSON.stringify(part))),
    /** The schemas that `part` references, directly or indirectly. */
    components(part: object): Record<string, JsonSchema> {
      const needed = new Map<string, JsonSchema>()
      const visit = (text: string): void => {
        for (const [, direction, id] of text.matchAll(REFERENCE)) {
          const found = used[direction as Direction].get(id ?? '') ?? '{}'
          const name = nameOf(id ?? '', direction as Direction)
          if (needed.has(name)) continue
          needed.set(name, JSON.parse(withNames(found)))
          visit(found)
        }
      }
      visit(JSON.stringify(part))
      return Object.fromEntries([...needed].sort(([a], [b]) => a.localeCompare(b)))
    },
  }
}
