import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Refusals become failures in one place, api.ts, whatever the status of the answer; forms put them on their fields in few.

const FORMS = globSync('web/app/**/*.{ts,tsx}').filter(
  (file) => !file.includes('.test.') && /\buseForm[(<]/.test(readFileSync(file, 'utf8')),
)

test('every form puts what the server refuses under its fields', () => {
  expect(FORMS.length).toBeGreaterThan(15)
  const without = FORMS.filter(
    (file) => !/\b(useServerErrors|useSecretForm|useChecks)\(/.test(readFileSync(file, 'utf8')),
  )
  expect(without).toEqual([])
})
