import type { Random } from '../../random.ts'
import { drawForeground, drawHills, drawRidge } from '../land.ts'
import { drawCongress, drawStayedBridge } from '../landmarks.ts'
import type { Mood } from '../moods.ts'
import { drawWater } from '../sea.ts'
import { drawSky } from '../sky.ts'
import { drawSkyline } from '../skyline.ts'
import type { Drawing } from '../svg.ts'
import { hills } from '../terrain.ts'
import type { Scene } from './scene.ts'

const SHORE = 560

const IPE = ['#ffc928', '#f062a0', '#b86bdc'] as const

/** Towers over the water, and the road through the park on this side. */
const cityWith =
  (drawLandmark: (drawing: Drawing, random: Random, mood: Mood) => void): Scene =>
  (drawing, random, mood) => {
    const sunX = random.between(560, 1040)
    drawSky(drawing, random, mood, 540, {
      x: sunX,
      y: random.between(200, 290),
      radius: random.between(56, 74),
    })
    drawRidge(drawing, mood, hills(random, 470, 30, 2.2), 0)
    drawSkyline(drawing, random, mood, { base: SHORE, height: 250, depth: 0.12 })
    drawSkyline(drawing, random, mood, { base: SHORE, height: 200, depth: 0.34 })
    drawLandmark(drawing, random, mood)
    drawWater(drawing, random, mood, SHORE, sunX, 760)
    const x = random.between(640, 960)
    const bloom = random.pick(IPE)
    drawHills(
      drawing,
      random,
      mood,
      [
        {
          ridge: hills(random, 668, 14, 1.8),
          depth: 0.62,
          crestX: x + random.between(-150, 150),
          plants: [
            { name: 'tree', count: 34, height: 76, away: 16 },
            { name: 'ipe', count: 6, height: 84, away: 20, color: bloom },
          ],
        },
        {
          ridge: hills(random, 772, 20, 1.5),
          depth: 0.86,
          arch: true,
          crestX: x,
          plants: [
            { name: 'tree', count: 9, height: 190, away: 110 },
            { name: 'ipe', count: 4, height: 200, away: 120, color: bloom },
          ],
        },
      ],
      random.between(660, 940),
    )
    drawForeground(drawing, random, mood)
  }

export const city = cityWith((drawing, random, mood) =>
  drawSkyline(drawing, random, mood, { base: SHORE, height: 120, depth: 0.58 }),
)
export const stayedBridge = cityWith((drawing, _random, mood) => drawStayedBridge(drawing, mood, 800, SHORE))
export const congress = cityWith((drawing, _random, mood) => drawCongress(drawing, mood, 800, SHORE))
