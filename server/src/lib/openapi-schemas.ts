import { z } from 'zod'
import { SHARED_SCHEMAS } from '#contract/routes.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema
/** What a caller sends and what the server answers may differ in one schema: defaults, conversions. */
type Direction = 'input' | 'output'

const PREFIX = '#/components/schemas/'
const REFERENCE = /(?<="#\/components\/schemas\/)(input|output):(\w+)/g

for (const [id, schema] of SHARED_SCHEMAS)
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id })

/** Translates the contract's schemas to JSON Schema. Those with a name become components that the others refer to. */
export function schemaTranslator() {
  const used: Record<Direction, Map<string, string>> = { input: new Map(), output: new Map() }

  /** A component that is the same in both directions has one name. */
  function nameOf(id: string, direction: Direction): string {
    const other = used[direction === 'input' ? 'output' : 'input'].get(id)
    const isSame = other === used[direction].get(id) && !other?.includes('$ref')
    return direction === 'output' || other === undefined || isSame ? id : `${id}Input`
  }
  /** References carry the direction until every use is known. */
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
          // Zod leaves `examples` out of what is converted on its way in, though a caller needs them there.
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
    /** The schema itself, where it is a reference. */
    resolve({ $ref, ...schema }: JsonSchema): JsonSchema {
      const [, direction, id] = /(input|output):(\w+)$/.exec($ref ?? '') ?? []
      const found = id && used[direction as Direction].get(id)
      return found ? JSON.parse(found) : schema
    },
    /** A part of the document with its references by name. */
    finish: <T>(part: T): T => JSON.parse(withNames(JSON.stringify(part))),
    /** Those that a part of the document needs, one way or another. */
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
