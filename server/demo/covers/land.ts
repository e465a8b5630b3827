import type { Random } from '../random.ts'
import { along, mix } from './color.ts'
import type { Mood } from './moods.ts'
import { drawPlant, type PlantName } from './plants.ts'
import { drawArch, drawRoad, drawRunners, type Road, windingRoad } from './road.ts'
import { type Drawing, HEIGHT, under, WIDTH } from './svg.ts'
import type { Ridge } from './terrain.ts'

/** Paints a ridge at `depth` (0 far, 1 near) in a row of colours, its foot lost in haze the farther it is. */
export function drawRidge(
  drawing: Drawing,
  mood: Mood,
  ridge: Ridge,
  depth: number,
  colors: readonly string[] = mood.land,
  bottom?: number,
): void {
  const color = along(colors, depth)
  const top = Math.min(...ridge.points.map((point) => point.y))
  const paint = drawing.between(top, top + 230, [
    [0, mix(color, mood.light, 0.1 * (1 - depth))],
    [1, mix(color, mood.haze, 0.62 * (1 - depth))],
  ])
  drawing.path(under(ridge.points, bottom), paint)
}

export interface Planting {
  name: PlantName
  count: number
  height: number
  /** Kept clear on both sides of the road. */
  away?: number
  /** For plants in bloom; the rest is dark against its hill. */
  color?: string
}

export interface Hill {
  ridge: Ridge
  depth: number
  /** Where the road crosses the crest. */
  crestX: number
  plants?: readonly Planting[]
  /** The start stands on this hill. */
  arch?: boolean
}

const ARCH_AT = 0.68

/** Road widths at the foot and the crest of the hills, from the nearest on. */
const WIDTHS = [
  [380, 126],
  [92, 38],
  [28, 11],
] as const
const RUNNERS = [[0.3, 0.47, 0.62, 0.74, 0.85], [0.15, 0.34, 0.5, 0.8], []] as const

/** Hills from far to near with one road over all of them: it climbs each, goes over its crest, and comes up smaller on the next. */
export function drawHills(
  drawing: Drawing,
  random: Random,
  mood: Mood,
  hills: readonly Hill[],
  nearX: number,
  colors: readonly string[] = mood.land,
): void {
  let turn = random.chance(0.5) ? 1 : -1
  for (const [i, hill] of hills.entries()) {
    const fromNear = hills.length - 1 - i
    const [wide = 20, narrow = 10] = WIDTHS[fromNear] ?? []
    const next = hills[i + 1]
    const startX = next ? next.crestX : nearX
    const startY = next ? next.ridge.at(next.crestX) + 26 : HEIGHT + 40
    const crestY = hill.ridge.at(hill.crestX)
    turn = -turn
    const road = windingRoad(
      { x: startX, y: startY, width: wide },
      { x: hill.crestX, y: crestY - 3, width: narrow },
      turn * (startY - crestY) * random.between(0.75, 1.05),
      random.between(1.2, 1.6),
    )
    drawRidge(drawing, mood, hill.ridge, hill.depth, colors)
    drawRoad(drawing, road, mood, drawing.clip(under(hill.ridge.points)))
    for (const planting of hill.plants ?? []) plantAlong(drawing, random, mood, hill, road, planting)
    const places = RUNNERS[fromNear] ?? []
    if (hill.arch) {
      drawRunners(
        drawing,
        random,
        road,
        places.filter((t) => t > ARCH_AT),
      )
      drawArch(drawing, road.at(ARCH_AT), mood)
      drawRunners(
        drawing,
        random,
        road,
        places.filter((t) => t < ARCH_AT),
      )
    } else drawRunners(drawing, random, road, places)
  }
}

function plantAlong(
  drawing: Drawing,
  random: Random,
  mood: Mood,
  hill: Hill,
  road: Road,
  { name, count, height, away = 40, color }: Planting,
): void {
  const lanes = Array.from({ length: 12 }, (_, i) => road.at(i / 11))
  const paint = color ?? mix(along(mood.land, Math.min(1, hill.depth + 0.16)), mood.shade, 0.35)
  const spots = Array.from({ length: count }, () => random.between(-20, WIDTH + 20)).sort((a, b) => a - b)
  for (const x of spots) {
    const y = hill.ridge.at(x) + random.between(2, height * 0.35)
    const inTheWay = lanes.some(
      (lane) => Math.abs(lane.x - x) < lane.width / 2 + away && lane.y < y + height && lane.y > y - height,
    )
    if (!inTheWay) drawPlant(drawing, random, name, x, y, height * random.between(0.7, 1.15), paint)
  }
}

/** Dark tufts along the lower edge, tallest in the corners: they frame the picture and leave its middle to the road. */
export function drawForeground(
  drawing: Drawing,
  random: Random,
  mood: Mood,
  name: PlantName = 'grass',
  height = 150,
): void {
  const color = mix(mood.shade, mood.land[5] ?? mood.shade, 0.25)
  for (let i = 0; i < 26; i++) {
    const edge = random.between(0, 1) ** 1.7 * 430
    const x = i % 2 === 0 ? edge - 30 : WIDTH + 30 - edge
    const size = height * (1 - edge / 620) * random.between(0.65, 1.1)
    drawPlant(drawing, random, name, x, HEIGHT + 22, size, color)
  }
}
