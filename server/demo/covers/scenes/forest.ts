import { along, mix } from '../color.ts'
import { drawForeground, drawHills, drawRidge } from '../land.ts'
import { drawPlant } from '../plants.ts'
import { drawRiverboat, drawWater } from '../sea.ts'
import { drawSky } from '../sky.ts'
import { line, WIDTH } from '../svg.ts'
import { canopy, hills } from '../terrain.ts'
import type { Scene } from './scene.ts'

/** A clearing in tall forest: light falls in, the road goes towards it. */
export const forest: Scene = (drawing, random, mood) => {
  const sun = { x: random.between(700, 900), y: random.between(200, 260), radius: 64 }
  drawSky(drawing, random, mood, 600, sun)
  drawRidge(drawing, mood, canopy(random, 500, 46), 0.06)
  drawRidge(drawing, mood, canopy(random, 540, 60), 0.24)
  const ray = drawing.between(sun.y, 860, [
    [0, mood.light, 0.34],
    [1, mood.light, 0],
  ])
  for (let i = -3; i <= 3; i++) {
    const slant = i * 190 + random.between(-40, 40)
    drawing.path(
      `${line([
        { x: sun.x + i * 12, y: sun.y },
        { x: sun.x + slant - 56, y: 880 },
        { x: sun.x + slant + 56, y: 880 },
      ])}Z`,
      ray,
    )
  }
  const trunks = (count: number, y: number, height: number, depth: number, clear: number) => {
    const color = mix(along(mood.land, depth), mood.haze, 0.3 * (1 - depth))
    for (let i = 0; i < count; i++) {
      const x = ((i + random.between(0.1, 0.9)) / count) * (WIDTH + 120) - 60
      if (Math.abs(x - WIDTH / 2) > clear)
        drawPlant(drawing, random, 'giant', x, y, height * random.between(0.85, 1.2), color)
    }
  }
  trunks(22, 600, 330, 0.36, 90)
  trunks(15, 640, 430, 0.52, 170)
  const x = random.between(700, 900)
  drawHills(
    drawing,
    random,
    mood,
    [
      {
        ridge: hills(random, 606, 14, 2),
        depth: 0.55,
        crestX: x + random.between(-60, 60),
        plants: [{ name: 'tree', count: 26, height: 56, away: 18 }],
      },
      {
        ridge: hills(random, 668, 18, 2),
        depth: 0.72,
        crestX: x + random.between(-90, 90),
        plants: [{ name: 'palm', count: 15, height: 130, away: 34 }],
      },
      {
        ridge: hills(random, 768, 22, 1.6),
        depth: 0.9,
        crestX: x,
        plants: [{ name: 'tree', count: 10, height: 130, away: 130 }],
      },
    ],
    random.between(660, 940),
  )
  for (const edge of [-10, 130, WIDTH - 120, WIDTH + 20])
    drawPlant(
      drawing,
      random,
      'giant',
      edge + random.between(-30, 30),
      960,
      random.between(860, 1010),
      mood.shade,
    )
  drawForeground(drawing, random, mood, 'grass', 190)
}

/** A wide river of the rain forest, its road on this bank. */
export const river: Scene = (drawing, random, mood) => {
  const sunX = random.between(600, 1000)
  drawSky(drawing, random, mood, 520, {
    x: sunX,
    y: random.between(270, 400),
    radius: random.between(70, 96),
  })
  drawRidge(drawing, mood, canopy(random, 486, 26), 0.1)
  drawRidge(drawing, mood, canopy(random, 512, 40), 0.34)
  drawWater(drawing, random, mood, 530, sunX, 800)
  drawRiverboat(drawing, mood, random.between(330, 520), 598, 150)
  const x = random.between(660, 940)
  drawHills(
    drawing,
    random,
    mood,
    [
      {
        ridge: hills(random, 690, 16, 1.8, random.between(-40, 40)),
        depth: 0.66,
        crestX: x + random.between(-120, 120),
        plants: [
          { name: 'palm', count: 16, height: 120, away: 26 },
          { name: 'tree', count: 18, height: 70, away: 20 },
        ],
      },
      {
        ridge: hills(random, 780, 18, 1.5),
        depth: 0.88,
        crestX: x,
        plants: [
          { name: 'palm', count: 8, height: 250, away: 120 },
          { name: 'tree', count: 5, height: 150, away: 130 },
        ],
      },
    ],
    random.between(660, 940),
  )
  drawForeground(drawing, random, mood, 'grass', 170)
}
