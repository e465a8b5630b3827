import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { cutFont, FONT_NAMES, fontFile, UNICODE_RANGE } from './fonts.ts'

test.each(FONT_NAMES)('the font %s is what node scripts/fonts.ts writes', async (name) => {
  expect((await readFile(fontFile(name))).equals(await cutFont(name))).toBe(true)
})

test('style sheets ask these fonts for the characters they hold', async () => {
  const styles = await readFile(new URL('../web/app/ui/fonts.css', import.meta.url), 'utf8')
  const ranges = [...styles.matchAll(/url\("\.\/fonts\/.*"\)[^}]*unicode-range:([^;]*)/g)].map(
    ([, range = '']) => range.trim().split(/,\s*/),
  )
  expect(ranges).toEqual(FONT_NAMES.map(() => UNICODE_RANGE))
})
