// @module-tag operation
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { cutFont, FONT_NAMES, fontFile, UNICODE_RANGE } from './fonts.ts'

test.each(FONT_NAMES)('the font %s is what node scripts/fonts.ts writes', async (name) => {
  expect((await readFile(fontFile(name))).equals(await cutFont(name))).toBe(true)
})

const styles = await readFile(new URL('../web/app/ui/fonts.css', import.meta.url), 'utf8')

/** The Unicode ranges that the style sheet declares for the font files whose URL matches. */
const rangesOf = (address: RegExp) =>
  [...styles.matchAll(/url\("([^"]*)"\)[^}]*unicode-range:([^;]*)/g)]
    .filter(([, url = '']) => address.test(url))
    .map(([, , range = '']) => range.trim().split(/,\s*/))

test('style sheets use these fonts for the characters they contain, and the complete fonts for others', () => {
  expect(rangesOf(/^\.\/fonts\//)).toEqual(FONT_NAMES.map(() => UNICODE_RANGE))
  const codes = (ranges: string[]) =>
    ranges.flatMap((range) => {
      const [first = 0, last = first] = range
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    })
  const held = new Set(codes(UNICODE_RANGE))
  const others = rangesOf(/^@fontsource/)
  expect(others).toHaveLength(FONT_NAMES.length)
  for (const ranges of others) expect(codes(ranges).filter((code) => held.has(code))).toEqual([])
})
