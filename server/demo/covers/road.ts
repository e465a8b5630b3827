import type { Random } from '../random.ts'
import { mix } from './color.ts'
import { drawRunner, SHIRTS } from './figures.ts'
import type { Mood } from './moods.ts'
import { curve, type Drawing, line, type Point, round } from './svg.ts'

/** The orange of the brand: every cover's route is drawn in it. */
const ROUTE = '#e97504'
const ROUTE_FAR = '#ffab4d'

/** A place on the middle of the road and its width there: perspective is in the numbers, near ones wide. */
export interface Lane extends Point {
  width: number
}

/** A row of lanes from near to far, `at(t)` for t in [0, 1]. */
export interface Road {
  at(t: number): Lane
}

/** A winding road on flat ground: from `near` to `far`, swinging `swing` pixels to the sides `bends` times. */
export function windingRoad(near: Lane, far: Lane, swing: number, bends: number, phase = 0): Road {
  return {
    at(t) {
      // Perspective: equal steps on the ground shrink towards the horizon.
      const depth = 1 - (1 - t) ** 1.9
      const y = near.y + (far.y - near.y) * depth
      const nearness = (y - far.y) / (near.y - far.y)
      const width = far.width + (near.width - far.width) * nearness ** 1.15
      const bend = Math.sin(t * Math.PI * bends + phase) - Math.sin(phase) * (1 - t)
      return { x: near.x + (far.x - near.x) * depth + swing * bend * nearness ** 0.75, y, width }
    },
  }
}

/** Draws the ribbon with its edge lines and the dashed middle. */
export function drawRoad(drawing: Drawing, road: Road, mood: Mood, more = ''): void {
  const lanes = Array.from({ length: 29 }, (_, i) => road.at(i / 28))
  const near = lanes[0]
  const far = lanes.at(-1)
  if (!near || !far) return
  const side = (share: number) => lanes.map(({ x, y, width }) => ({ x: x + (width / 2) * share, y }))
  const band = (from: number, to: number) => `${curve(side(from))}${curve(side(to).reverse(), true)}Z`
  const dim = mood.stars ? 0.12 : 0
  const paint = drawing.between(far.y, near.y, [
    [0, mix(mix(ROUTE_FAR, mood.haze, 0.35), mood.shade, dim)],
    [0.35, mix(ROUTE_FAR, mood.shade, dim)],
    [1, mix(ROUTE, mood.shade, dim)],
  ])
  drawing.path(band(-1.16, 1.16), mix(mood.shade, mood.haze, 0.15), `fill-opacity=".28"${more && ` ${more}`}`)
  drawing.path(band(-1, 1), paint, more)
  drawing.path(
    `${band(-0.93, -0.88)}${band(0.88, 0.93)}`,
    '#ffffff',
    `fill-opacity=".75"${more && ` ${more}`}`,
  )
  drawing.path(dashes(road), '#ffffff', `fill-opacity=".9"${more && ` ${more}`}`)
}

function dashes(road: Road): string {
  let path = ''
  const count = 22
  for (let i = 0; i < count; i++) {
    const a = road.at((i + 0.1) / count)
    const b = road.at((i + 0.55) / count)
    if (a.width < 9) continue
    const half = (lane: Lane) => lane.width * 0.016 + 0.4
    const corners = [
      { x: a.x - half(a), y: a.y },
      { x: b.x - half(b), y: b.y },
      { x: b.x + half(b), y: b.y },
      { x: a.x + half(a), y: a.y },
    ]
    path += `${line(corners)}Z`
  }
  return path
}

/** Runners along the road, far ones first so that near ones stand before them; they take turns at the sides to stay apart. */
export function drawRunners(drawing: Drawing, random: Random, road: Road, places: readonly number[]): void {
  const shirts = random.shuffled(SHIRTS)
  for (const [i, t] of [...places].sort((a, b) => b - a).entries()) {
    const lane = road.at(t)
    const side = (i % 2 === 0 ? 1 : -1) * random.between(0.1, 0.3)
    const foot = { x: lane.x + lane.width * side, y: lane.y }
    const height = lane.width * random.between(0.41, 0.47)
    const toLeft = road.at(Math.min(1, t + 0.05)).x < lane.x
    drawing.ellipse(foot.x, foot.y, height * 0.26, height * 0.035, '#1d1a2b', 'fill-opacity=".25"')
    drawRunner(drawing, random, foot, height, shirts[i % shirts.length] ?? '#ffffff', toLeft)
  }
}

/** The arch over the start line. */
export function drawArch(drawing: Drawing, lane: Lane, mood: Mood): void {
  const height = lane.width * 0.78
  const half = lane.width * 0.62
  const thickness = lane.width * 0.07
  const x1 = lane.x - half
  const x2 = lane.x + half
  const top = lane.y - height
  const banner = lane.width * 0.2
  drawing.rect(x1 - thickness / 2, top, thickness, height, mood.shade)
  drawing.rect(x2 - thickness / 2, top, thickness, height, mood.shade)
  drawing.rect(x1 - thickness, top - banner * 0.5, half * 2 + thickness * 2, banner, ROUTE)
  const cell = (half * 2 + thickness * 2) / 16
  let flags = ''
  for (let row = 0; row < 2; row++)
    for (let i = row; i < 16; i += 2)
      flags += `M${round(x1 - thickness + i * cell)} ${round(top + banner * 0.5 + row * cell * 0.6)}h${round(cell)}v${round(cell * 0.6)}h${round(-cell)}Z`
  drawing.rect(x1 - thickness, top + banner * 0.5, half * 2 + thickness * 2, cell * 1.2, '#ffffff')
  drawing.path(flags, '#1d1a2b')
}
