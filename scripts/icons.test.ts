import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { DRAWINGS, drawings } from './icons.ts'

test('the file of icons is what node scripts/icons.ts writes', async () => {
  expect(await readFile(DRAWINGS, 'utf8')).toBe(await drawings())
})
