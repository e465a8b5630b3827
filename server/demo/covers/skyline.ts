import type { Random } from '../random.ts'
import { along, mix } from './color.ts'
import type { Mood } from './moods.ts'
import { type Drawing, round, WIDTH } from './svg.ts'

interface SkylineOptions {
  base: number
  /** Of the tallest towers, which stand near the middle. */
  height: number
  depth: number
  /** Where the town begins, for one that does not fill the width. */
  from?: number
}

/** One row of buildings, shoulder to shoulder; windows are lit more after sunset. */
export function drawSkyline(
  drawing: Drawing,
  random: Random,
  mood: Mood,
  { base, height, depth, from = -30 }: SkylineOptions,
): void {
  const body = along(mood.land, depth)
  const far = 1 - depth
  const paint = drawing.between(base - height, base, [
    [0, mix(body, mood.light, 0.08)],
    [1, mix(body, mood.haze, 0.55 * far)],
  ])
  let shapes = ''
  let windows = ''
  let lit = ''
  let x = from
  while (x < WIDTH + 30) {
    const width = random.between(38, 84)
    const center = 1 - Math.abs(x + width / 2 - WIDTH / 2) / WIDTH
    const tall = height * (0.25 + 0.75 * center ** 2) * random.between(0.5, 1)
    shapes += building(random, x, base, width, tall)
    const columns = Math.floor((width - 12) / 11)
    for (let i = 0; i < columns; i++) {
      const wx = x + 6 + (width - 12) * ((i + 0.5) / columns)
      const top = base - tall + 12 + 14 * random.int(0, 2)
      if (top >= base - 20) continue
      const column = `M${round(wx)} ${round(top)}V${base - 10}`
      if (random.chance(mood.stars ? 0.5 : 0.2))
        lit += `M${round(wx)} ${round(top + 14 * random.int(0, 4))}v${14 * random.int(1, 5) - 6}`
      windows += column
    }
    x += width + (random.chance(0.2) ? random.between(4, 26) : 0)
  }
  const dashes = `stroke-dasharray="8 6"`
  drawing.path(shapes, paint)
  drawing.stroke(windows, mix(body, mood.light, mood.stars ? 0.1 : 0.22), 4.6, dashes)
  drawing.stroke(lit, mood.light, 4.6, `${dashes} stroke-opacity="${mood.stars ? 0.9 : 0.6}"`)
}

/** Flat, stepped, slanted, or with an antenna. */
function building(random: Random, x: number, base: number, width: number, tall: number): string {
  const top = base - tall
  const [l, r, t] = [round(x), round(x + width), round(top)]
  switch (random.int(0, 5)) {
    case 0:
      return `M${l} ${base}V${t}H${round(x + width * 0.6)}V${round(top + 20)}H${r}V${base}Z`
    case 1:
      return `M${l} ${base}V${round(top + 18)}L${r} ${t}V${base}Z`
    case 2: {
      const mast = x + width / 2
      return `M${l} ${base}V${t}H${r}V${base}ZM${round(mast - 1.5)} ${t}v-34h3v34ZM${round(mast - width * 0.2)} ${t}v-8h${round(width * 0.4)}v8Z`
    }
    case 3:
      return `M${l} ${base}V${round(top + 12)}Q${round(x + width / 2)} ${round(top - 12)} ${r} ${round(top + 12)}V${base}Z`
    default:
      return `M${l} ${base}V${t}H${r}V${base}Z`
  }
}
