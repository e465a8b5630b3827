import { drawForeground, drawHills, drawRidge, type Planting } from '../land.ts'
import { drawSky } from '../sky.ts'
import { hills, mountains } from '../terrain.ts'
import type { Scene } from './scene.ts'

/** Ranges behind ranges, and a road over the near hills. */
const ranges =
  (plants: readonly Planting[]): Scene =>
  (drawing, random, mood) => {
    const at = (scale: number, away: number) =>
      plants.map((planting) => ({ ...planting, height: planting.height * scale, away }))
    const x = random.between(640, 960)
    drawSky(drawing, random, mood, 560, {
      x: random.between(560, 1040),
      y: random.between(220, 310),
      radius: random.between(52, 72),
    })
    drawRidge(drawing, mood, mountains(random, 470, 220), 0)
    drawRidge(drawing, mood, mountains(random, 540, 190), 0.18)
    drawRidge(drawing, mood, mountains(random, 590, 120, 0.45), 0.36)
    drawHills(
      drawing,
      random,
      mood,
      [
        {
          ridge: hills(random, 596, 20, 2.4),
          depth: 0.5,
          crestX: x + random.between(-150, 150),
          plants: at(0.27, 12),
        },
        {
          ridge: hills(random, 664, 26, 2),
          depth: 0.7,
          crestX: x + random.between(-110, 110),
          plants: at(0.5, 26),
        },
        { ridge: hills(random, 762, 30, 1.6), depth: 0.9, crestX: x, plants: at(1.1, 100) },
      ],
      random.between(660, 940),
    )
    drawForeground(drawing, random, mood)
  }

export const mountain = ranges([{ name: 'pine', count: 34, height: 160 }])
export const highlands = ranges([
  { name: 'araucaria', count: 20, height: 180 },
  { name: 'tree', count: 12, height: 90 },
])
