import type { JsonSchema } from './openapi-schemas.ts'

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-12-05',
  'date-time': '2026-12-05T10:00:00Z',
  email: 'bruna@exemplo.com.br',
  uri: 'https://exemplo.com.br/',
  uuid: '48548710-9baa-4ec1-a11f-9010193527c6',
}

/** Built from examples and bounds; `resolve` follows references. Undefined where only a pattern is known. */
export function exampleOf(given: JsonSchema, resolve: (schema: JsonSchema) => JsonSchema): unknown {
  const schema = resolve(given)
  const inner = (part: unknown) => exampleOf(part as JsonSchema, resolve)
  const [known = schema.const ?? schema.enum?.[0] ?? schema.default] = (schema.examples ?? []) as unknown[]
  if (known !== undefined) return known
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map(inner).find((example) => example !== undefined)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(inner))
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, part]) => [name, inner(part)]),
      )
    case 'array':
      return Array(Math.max(1, schema.minItems ?? 1)).fill(inner(schema.items ?? {}))
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'string':
      return textOf(schema)
    default:
      return null
  }
}

function textOf({ format, pattern, minLength = 0, maxLength }: JsonSchema): string | undefined {
  if (format !== undefined && format in FORMATS) return FORMATS[format]
  return pattern === undefined ? 'Texto'.padEnd(minLength, '.').slice(0, maxLength) : undefined
}
