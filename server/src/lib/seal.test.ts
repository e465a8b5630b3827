import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'

const key = randomBytes(32).toString('base64url')
const secret = randomBytes(20)

test('a secret is decrypted only with its key and for its owner', () => {
  const sealed = seal(secret, key, 'user 1')
  expect(sealed.includes(secret)).toBe(false)
  expect(unseal(sealed, key, 'user 1')).toEqual(secret)
  expect(unseal(sealed, key, 'user 2')).toBeNull()
  expect(unseal(sealed, randomBytes(32).toString('base64url'), 'user 1')).toBeNull()
  sealed[15] = (sealed[15] ?? 0) ^ 1
  expect(unseal(sealed, key, 'user 1')).toBeNull()
})

test('encrypting the same secret twice gives different results', () => {
  expect(seal(secret, key, 'user 1')).not.toEqual(seal(secret, key, 'user 1'))
})
