import { expect, test } from 'vitest'
import { z } from 'zod'
import { ALL_ROUTES } from './routes.ts'

// Numbers that exceed the database's integers must be rejected by the schema of every route: in path, query
// and body.

type Schema = z.core.JSONSchema.BaseSchema
type Path = (string | number)[]

const TOO_MUCH = [2 ** 53, -(2 ** 53), 2 ** 63, 1e308]

const isNumber = ({ type }: Schema) => type === 'integer' || type === 'number'
/** Schemas that are referenced by name. */
type Definitions = Readonly<Record<string, Schema>>

/** The schema and all members of its unions. */
function choices(given: Schema, definitions: Definitions): Schema[] {
  const name = given.$ref?.replace('#/$defs/', '')
  const schema = (name && definitions[name]) || given
  const members = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])] as Schema[]
  return members.flatMap((member) => choices(member, definitions)).concat(schema)
}

interface Found {
  path: Path
  whole: boolean
  /** The discriminating constants of a union. */
  kind: Record<string, unknown>
}

function numbersIn(
  schema: Schema,
  definitions = (schema.$defs ?? {}) as Definitions,
  path: Path = [],
  kind: Found['kind'] = {},
): Found[] {
  const ways = choices(schema, definitions)
  const taken = ways.filter(isNumber)
  return [
    ...(taken.length > 0 ? [{ path, kind, whole: taken.every(({ type }) => type === 'integer') }] : []),
    ...ways.flatMap(({ properties = {}, items }) => {
      const parts = Object.entries(properties) as [string, Schema][]
      const constants = parts.filter(([, part]) => 'const' in part).map(([name, part]) => [name, part.const])
      const own = path.length === 0 ? Object.fromEntries(constants) : kind
      return [
        ...parts.flatMap(([name, part]) => numbersIn(part, definitions, [...path, name], own)),
        ...(items ? numbersIn(items as Schema, definitions, [...path, 0], own) : []),
      ]
    }),
  ]
}

/** A document that contains only this value at its path, and the constants of its union. */
function alone({ path, kind }: Found, value: number): unknown {
  const document = path.reduceRight<unknown>((part, key) => (key === 0 ? [part] : { [key]: part }), value)
  return { ...kind, ...(document as object) }
}

const numbers = ALL_ROUTES.flatMap((route) =>
  (['params', 'query', 'body'] as const).flatMap((place) =>
    route[place].def.type === 'undefined'
      ? []
      : numbersIn(z.toJSONSchema(route[place], { io: 'input', unrepresentable: 'any' })).map((one) => ({
          name: `${route.method} ${route.path} ${place} ${one.path.join('.')}`,
          schema: route[place],
          ...one,
        })),
  ),
)

test('the contract has numbers', () => {
  expect(numbers.length).toBeGreaterThan(150)
})

test.each(numbers.map((one) => [one.name, one] as const))('%s', (_, { schema, ...found }) => {
  const { path, whole } = found
  for (const value of whole ? [...TOO_MUCH, 1.5] : TOO_MUCH) {
    const refused = schema.safeParse(alone(found, value)).error?.issues.map((issue) => issue.path.join('.'))
    expect(refused, String(value)).toContain(path.join('.'))
  }
})
