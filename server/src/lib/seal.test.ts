import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'

const key = randomBytes(32).toString('base64url')
const secret = randomBytes(20)

test('a secret is opened with its key, for its owner, and not otherwise', () => {
  const sealed = seal(secret, key, 'user 1')
  expect(sealed.includes(secret)).toBe(false)
  expect(unseal(sealed, key, 'user 1')).toEqual(secret)
  expect(unseal(sealed, key, 'user 2')).toBeNull()
  expect(unseal(sealed, randomBytes(32).toString('base64url'), 'user 1')).toBeNull()
  sealed[15] = (sealed[15] ?? 0) ^ 1
  expect(unseal(sealed, key, 'user 1')).toBeNull()
})

test('the same secret is never sealed in the same way twice', () => {
  expect(seal(secret, key, 'user 1')).not.toEqual(seal(secret, key, 'user 1'))
})
