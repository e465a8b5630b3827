import type { MantineColorsTuple } from '@mantine/core'

// Shade 6 is the fill. Its text is white; on orange and yellow it is near-black. All colour pairs of the
// theme meet WCAG 2.2 AA in both schemes.

const shades = (list: string) => list.split(' ') as unknown as MantineColorsTuple

export const palette = {
  orange: shades('#fff4e8 #ffe8d1 #fdcf9f #fab268 #f5963a #ef851d #e97504 #c96300 #a04e00 #6f3600'),
  indigo: shades('#eceffd #d3d9f8 #b4bff5 #98a6ee #7f8fe6 #5c6bc0 #3f51b5 #4a5dc7 #303f9f #1f2b73'),
  pink: shades('#fde7f0 #fbcfe0 #f9a8c7 #f48fb1 #f06a99 #ec407a #c2185b #a31250 #880e4f #5c0936'),
  red: shades('#fff1f0 #ffe0dd #ffbdb8 #ff9a92 #f9665b #ea463b #c9261c #ab1c13 #8c150e #5f0c07'),
  green: shades('#e9f9ef #d3f2de #9fe3b8 #69d291 #3abf6f #1fa457 #137a3e #0e6432 #0a4e27 #063218'),
  yellow: shades('#fff8e1 #ffefc2 #ffe08a #ffd257 #ffc42b #f7b500 #e6a100 #b37a00 #7d5300 #533700'),
  blue: shades('#e8f2ff #d6e7ff #a8ccff #7ab1ff #4a90f5 #2b77e0 #1a5fbf #144b99 #0f3973 #0a264d'),
  /** Warm greys of the light scheme. */
  gray: shades('#f7f7f6 #efeeeb #e5e3de #d5d2cb #b8b4ab #8b877e #66625b #4c4943 #33312c #1c1a17'),
  /** Surfaces and text of the dark scheme: 7 is the page, 6 a card, 0 the text. */
  dark: shades('#e8eaed #c9ccd2 #a7acb5 #7d838d #474a50 #36393e #2a2b2f #202124 #191a1c #121315'),
}
