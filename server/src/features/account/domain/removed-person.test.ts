import { expect, test } from 'vitest'
import { isCpf } from '#contract/documents.ts'
import { removedCpf, removedEmail } from './removed-person.ts'

test('placeholder CPFs of removed registrations are invalid and unique', () => {
  const ids = [...Array.from({ length: 2000 }, (_, i) => i + 1), 987_654_321, 999_999_999]
  const digits = ids.map(removedCpf)
  for (const one of digits) {
    expect(one).toMatch(/^\d{11}$/)
    expect(isCpf(one)).toBe(false)
  }
  expect(new Set(digits).size).toBe(ids.length)
})

test('the placeholder e-mail of a removed account cannot receive mail', () => {
  expect(removedEmail(7)).toBe('removido-7@removido.invalid')
})
