import type { Random } from '../random.ts'
import { mix } from './color.ts'
import type { Mood } from './moods.ts'
import { type Drawing, HEIGHT, round, WIDTH } from './svg.ts'

/** Open water from `horizon` down, the sun's path on it under `sunX`. */
export function drawWater(
  drawing: Drawing,
  random: Random,
  mood: Mood,
  horizon: number,
  sunX: number,
  bottom: number = HEIGHT,
): void {
  const steps = mood.water.map((color, i) => [i / (mood.water.length - 1), color] as const)
  drawing.rect(0, horizon, WIDTH, bottom - horizon, drawing.between(horizon, bottom, steps))
  drawing.rect(0, horizon, WIDTH, 2.5, mood.light, 'fill-opacity=".55"')
  let glints = ''
  for (let i = 0; i < 34; i++) {
    const depth = (i / 34) ** 1.5
    const y = horizon + 6 + depth * (bottom - horizon) * 0.85
    const half = (16 + depth * 130) * random.between(0.35, 1)
    const x = sunX + random.between(-1, 1) * (10 + depth * 80)
    glints += lozenge(x, y, half, 1.2 + depth * 4)
  }
  drawing.path(glints, mood.sun, 'fill-opacity=".7"')
  let ripples = ''
  for (let i = 0; i < 44; i++) {
    const depth = random.next() ** 1.4
    const y = horizon + 10 + depth * (bottom - horizon)
    ripples += lozenge(random.between(0, WIDTH), y, 14 + depth * 90, 0.8 + depth * 1.8)
  }
  drawing.path(ripples, mix(mood.water[0] ?? mood.light, '#ffffff', 0.35), 'fill-opacity=".3"')
}

const lozenge = (x: number, y: number, half: number, thick: number) =>
  `M${round(x - half)} ${round(y)}q${round(half)} ${round(-thick)} ${round(half * 2)} 0q${round(-half)} ${round(thick)} ${round(-half * 2)} 0Z`

/** A sail on the water. */
export function drawSail(drawing: Drawing, mood: Mood, x: number, y: number, height: number): void {
  const h = height
  drawing.path(
    `M${round(x)} ${round(y - h)}L${round(x + h * 0.42)} ${round(y - h * 0.14)}H${round(x)}ZM${round(x - h * 0.06)} ${round(y - h * 0.86)}V${round(y - h * 0.14)}H${round(x - h * 0.3)}Z`,
    mood.stars ? mix(mood.sun, mood.haze, 0.4) : '#ffffff',
  )
  drawing.path(
    `M${round(x - h * 0.38)} ${round(y - h * 0.09)}H${round(x + h * 0.46)}L${round(x + h * 0.3)} ${round(y + h * 0.05)}H${round(x - h * 0.26)}Z`,
    mood.shade,
  )
}

/** The raft of the northeast: a few logs and one great leaning sail. */
export function drawJangada(drawing: Drawing, mood: Mood, x: number, y: number, height: number): void {
  const h = height
  drawing.path(
    `M${round(x - h * 0.04)} ${round(y - h * 0.08)}L${round(x + h * 0.1)} ${round(y - h)}Q${round(x + h * 0.56)} ${round(y - h * 0.5)} ${round(x + h * 0.62)} ${round(y - h * 0.16)}Z`,
    mood.stars ? mix(mood.sun, mood.haze, 0.4) : '#fffaf0',
  )
  drawing.path(
    `M${round(x - h * 0.3)} ${round(y - h * 0.06)}H${round(x + h * 0.52)}L${round(x + h * 0.44)} ${round(y + h * 0.03)}H${round(x - h * 0.22)}Z`,
    mood.shade,
  )
}

/** A two-deck boat of the northern rivers. */
export function drawRiverboat(drawing: Drawing, mood: Mood, x: number, y: number, length: number): void {
  const white = mix('#ffffff', mood.haze, mood.stars ? 0.45 : 0.1)
  const u = length / 100
  const box = (dx: number, dy: number, w: number, h: number, fill: string) =>
    drawing.rect(x + dx * u, y - dy * u, w * u, h * u, fill)
  box(12, 34, 66, 3, white)
  box(10, 20, 74, 3, white)
  for (let i = 0; i < 7; i++) {
    box(16 + i * 10, 32, 1.6, 24, white)
    box(18.5 + i * 10, 29, 5.5, 7, mix(mood.light, mood.haze, 0.2))
  }
  box(64, 44, 12, 10, white)
  drawing.path(
    `M${round(x)} ${round(y - 9 * u)}H${round(x + 96 * u)}L${round(x + 88 * u)} ${round(y + 2 * u)}H${round(x + 8 * u)}Z`,
    white,
  )
  drawing.path(
    `M${round(x + 2 * u)} ${round(y - 5 * u)}H${round(x + 93 * u)}L${round(x + 88 * u)} ${round(y + 2 * u)}H${round(x + 8 * u)}Z`,
    mood.shade,
  )
}
