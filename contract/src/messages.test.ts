// @module-tag operation
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ALL_ROUTES } from './routes.ts'
import './validation.ts'

const HOSTILE: readonly unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'x',
  'https://',
  'a b',
  '/storage/../x',
  '1.555',
  '99/99/9999',
  -1,
  1.5,
  1e15,
  Number.NaN,
  true,
  [],
  [null],
  {},
  'x'.repeat(60_000),
  new Date(0),
]

type Schema = z.core.$ZodType
/** The schemas inside a schema, without the object and array around them. */
function inside(schema: Schema): Schema[] {
  const def = schema._zod.def as {
    innerType?: Schema
    in?: Schema
    out?: Schema
    options?: readonly Schema[]
    left?: Schema
    right?: Schema
  }
  return [def.innerType, def.in, def.out, def.left, def.right, ...(def.options ?? [])].filter(
    (one) => one !== undefined,
  )
}

/** Values that a schema rejects, one field at a time. */
function* hostileValues(schema: Schema, depth = 0): Generator<unknown> {
  yield* HOSTILE
  if (depth > 8) return
  if (schema instanceof z.ZodObject)
    for (const [key, field] of Object.entries(schema.shape))
      for (const value of hostileValues(field, depth + 1)) yield { [key]: value }
  if (schema instanceof z.ZodArray)
    for (const value of hostileValues(schema.element, depth + 1)) yield [value]
  for (const one of inside(schema)) yield* hostileValues(one, depth + 1)
}

const ENGLISH = /invalid|expected|too (small|big)|unrecognized|required|must|not a|missing/i

test.each(ALL_ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s refuses in Portuguese',
  (_name, route) => {
    const refusals = new Set<string>()
    for (const schema of [route.params, route.query, route.body]) {
      if (!schema) continue
      for (const value of hostileValues(schema))
        for (const { message } of schema.safeParse(value).error?.issues ?? []) refusals.add(message)
    }
    expect([...refusals].filter((message) => message === '' || ENGLISH.test(message))).toEqual([])
  },
)
