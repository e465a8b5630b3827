import type { Random } from '../random.ts'
import { type Point, WIDTH } from './svg.ts'

export interface Ridge {
  points: Point[]
  /** Height of the line at `x`. */
  at(x: number): number
}

const MARGIN = 20

export function ridgeOf(points: Point[]): Ridge {
  return {
    points,
    at(x) {
      const next = points.findIndex((point) => point.x >= x)
      const b = points[next === -1 ? points.length - 1 : next]
      const a = points[Math.max(0, next - 1)] ?? b
      if (!a || !b || a.x === b.x) return b?.y ?? 0
      return a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x)
    },
  }
}

/** Rolling hills: a few slow waves. `slope` lifts the right side, or with a negative number the left. */
export function hills(random: Random, y: number, amplitude: number, waves = 2, slope = 0): Ridge {
  const parts = [1, 0.45, 0.2].map((weight, i) => ({
    weight: amplitude * weight,
    frequency: waves * (i * 0.9 + 1) * random.between(0.8, 1.2),
    phase: random.between(0, Math.PI * 2),
  }))
  const count = 18
  return ridgeOf(
    Array.from({ length: count + 1 }, (_, i) => {
      const along = i / count
      const wave = parts.reduce(
        (sum, part) => sum + part.weight * Math.sin(along * Math.PI * part.frequency + part.phase),
        0,
      )
      return { x: -MARGIN + along * (WIDTH + 2 * MARGIN), y: y - wave - slope * (along - 0.5) }
    }),
  )
}

/** Peaks and saddles by midpoint displacement. */
export function mountains(random: Random, y: number, amplitude: number, roughness = 0.52): Ridge {
  let heights = [0, random.between(0.4, 1), random.between(0, 0.5), random.between(0.3, 1), 0].map(
    (height) => height * amplitude,
  )
  let jitter = amplitude * 0.5
  for (let level = 0; level < 5; level++) {
    const finer: number[] = []
    for (const [i, height] of heights.entries()) {
      finer.push(height)
      const next = heights[i + 1]
      if (next !== undefined) finer.push((height + next) / 2 + random.between(-jitter, jitter))
    }
    heights = finer
    jitter *= roughness
  }
  return ridgeOf(
    heights.map((height, i) => ({
      x: -MARGIN + (i / (heights.length - 1)) * (WIDTH + 2 * MARGIN),
      y: y - height,
    })),
  )
}

/** The bumpy top of a forest. */
export function canopy(random: Random, y: number, amplitude: number): Ridge {
  const base = hills(random, y, amplitude * 0.6, 2.4)
  const points: Point[] = []
  let x = -MARGIN
  while (x < WIDTH + MARGIN) {
    const crown = random.between(26, 62)
    const top = base.at(x + crown / 2) - random.between(0.1, 0.5) * amplitude
    points.push({ x, y: top + crown * 0.3 }, { x: x + crown * 0.25, y: top }, { x: x + crown * 0.75, y: top })
    x += crown
  }
  points.push({ x: WIDTH + MARGIN, y: base.at(WIDTH) })
  return ridgeOf(points)
}

/** Table mountains: flat tops, steep sides. */
export function mesas(random: Random, y: number, height: number): Ridge {
  const points: Point[] = [{ x: -MARGIN, y }]
  let x = random.between(-120, 60)
  while (x < WIDTH) {
    const width = random.between(170, 420)
    const top = y - height * random.between(0.45, 1)
    const step = (y - top) * random.between(0.3, 0.5)
    const side = random.between(26, 60)
    points.push(
      { x, y },
      { x: x + side * 0.8, y: y - step },
      { x: x + side, y: y - step - 4 },
      { x: x + side * 1.3, y: top + 3 },
      { x: x + side * 1.5, y: top },
      { x: x + width * 0.5, y: top - random.between(0, 6) },
      { x: x + width - side * 1.5, y: top },
      { x: x + width - side * 1.2, y: top + 5 },
      { x: x + width - side * 0.9, y: y - step * 0.9 },
      { x: x + width, y },
    )
    x += width + random.between(10, 260)
  }
  points.push({ x: Math.max(x, WIDTH + MARGIN), y })
  return ridgeOf(points)
}
