import { expect, test } from 'vitest'
import { z } from 'zod'
import './validation.ts'

// Specification, page 1, §5: the default messages of schemas without their own.
test.each<[message: string, schema: z.ZodType, value: unknown]>([
  ['Campo não é válido', z.boolean(), 'sim'],
  ['O campo é obrigatório', z.string(), undefined],
  ['O campo é obrigatório', z.string().min(1), ''],
  ['O campo é obrigatório', z.int(), ''],
  ['O campo precisa conter um email válido', z.email(), 'caio@'],
  ['O campo pode ter no máximo 3 caracteres', z.string().max(3), 'quatro'],
  ['O campo precisa ter pelo menos 5 caracteres', z.string().min(5), 'três'],
  ['O campo precisa ter exatamente 8 caracteres', z.string().length(8), '0100100'],
  ['A data deve ser menor que 31/12/2026', z.date().max(new Date('2026-12-31')), new Date('2027-01-01')],
  ['A data deve ser maior que 01/01/2026', z.date().min(new Date('2026-01-01')), new Date('2025-12-31')],
  ['O campo precisa ter um valor inteiro', z.int(), 1.5],
  ['O campo precisa ter um valor negativo', z.number().negative(), 1],
  ['O campo precisa ter um valor positivo', z.number().positive(), -1],
  ['O campo precisa ser maior que 2', z.number().gt(2), 2],
  ['O campo precisa ser menor que 2', z.number().lt(2), 2],
  // Without the word 'caracteres', which the specification contains by mistake.
  ['O campo precisa ser maior ou igual a 2', z.number().min(2), 1],
  ['O campo precisa ser menor ou igual a 2', z.number().max(2), 3],
])('%s', (message, schema, value) => {
  expect(schema.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message])
})
