/**
 * Writes the fonts of web/app/ui/fonts/ as subsets of those in the npm packages, less than half as large:
 * `node scripts/fonts.ts`. Run it after an update of these packages, and commit its output.
 */
import { readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

/** Portuguese. For other names browsers load the package's own file (`web/app/ui/fonts.css`). */
const RANGES: readonly (readonly [first: number, last?: number])[] = [
  [0x20, 0x7e],
  // No-break space § © ª ® ° ² ³ · º
  [0xa0],
  [0xa7],
  [0xa9, 0xaa],
  [0xae],
  [0xb0],
  [0xb2, 0xb3],
  [0xb7],
  [0xba],
  // À Á Â Ã Ç É Ê Í Ñ Ó Ô Õ × Ú Ü, and their lower-case forms
  [0xc0, 0xc3],
  [0xc7],
  [0xc9, 0xca],
  [0xcd],
  [0xd1],
  [0xd3, 0xd5],
  [0xd7],
  [0xda],
  [0xdc],
  [0xe0, 0xe3],
  [0xe7],
  [0xe9, 0xea],
  [0xed],
  [0xf1],
  [0xf3, 0xf5],
  [0xfa],
  [0xfc],
  // – — ‘ ’ “ ” • … −
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2022],
  [0x2026],
  [0x2212],
]

/** Kerning, tabular figures, and Inter's colon between figures. */
const FEATURES = ['kern', 'tnum', 'calt']

/** The range of weights that style sheets use. */
const FONTS = {
  inter: { min: 400, max: 800 },
  archivo: { min: 600, max: 850 },
}

type Font = keyof typeof FONTS
export const FONT_NAMES = Object.keys(FONTS) as Font[]

export const fontFile = (name: Font): URL => new URL(`../web/app/ui/fonts/${name}.woff2`, import.meta.url)

/** In the syntax of `unicode-range`. */
export const UNICODE_RANGE = RANGES.map(([first, last]) => `U+${hex(first)}${last ? `-${hex(last)}` : ''}`)

const characters = (): string =>
  RANGES.flatMap(([first, last = first]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  ).join('')

export async function cutFont(name: Font): Promise<Buffer> {
  const whole = import.meta.resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`)
  return subsetFont(await readFile(new URL(whole)), characters(), {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    variationAxes: { wght: FONTS[name] },
  })
}

function hex(code: number): string {
  return code.toString(16)
}

if (import.meta.main) for (const name of FONT_NAMES) await writeFile(fontFile(name), await cutFont(name))
