import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// api.ts turns every refusal into an `ApiFailure`, but each form has to show refused fields itself.

const FORMS = globSync('web/app/**/*.{ts,tsx}').filter(
  (file) => !file.includes('.test.') && /\buseForm[(<]/.test(readFileSync(file, 'utf8')),
)

test("every form shows the server's errors under its fields", () => {
  expect(FORMS.length).toBeGreaterThan(15)
  const without = FORMS.filter(
    (file) =>
      !/\b(useServerErrors|useSubmit|useChecks)\(|<OrganizationForm\b/.test(readFileSync(file, 'utf8')),
  )
  expect(without).toEqual([])
})
