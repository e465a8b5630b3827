import { expect, test } from 'vitest'
import { birthDateProblem } from './person.ts'

test.each([
  ['1990-05-20', null],
  ['2026-11-19', null],
  ['2026-11-20', 'A data deve ser menor que 20/11/2026'],
  ['2090-01-01', 'A data deve ser menor que 20/11/2026'],
])('a birth date of %s on 2026-11-20: %s', (date, problem) => {
  expect(birthDateProblem(date, '2026-11-20')).toBe(problem)
})
