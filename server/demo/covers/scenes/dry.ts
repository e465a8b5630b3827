import { drawForeground, drawHills, drawRidge } from '../land.ts'
import { drawSky } from '../sky.ts'
import { hills, mesas } from '../terrain.ts'
import type { Scene } from './scene.ts'

/** Table mountains and red earth; cacti or fan palms by the road. */
const tableland =
  (plants: 'cactus' | 'buriti'): Scene =>
  (drawing, random, mood) => {
    const ground = plants === 'cactus' ? mood.earth : mood.land
    drawSky(drawing, random, mood, 580, {
      x: random.between(560, 1040),
      y: random.between(220, 330),
      radius: random.between(62, 84),
    })
    drawRidge(drawing, mood, mesas(random, 520, 150), 0, mood.earth)
    drawRidge(drawing, mood, mesas(random, 560, 170), 0.24, mood.earth)
    drawRidge(drawing, mood, mesas(random, 600, 90), 0.44, mood.earth)
    const x = random.between(640, 960)
    const blooms =
      plants === 'cactus' ? [] : [{ name: 'ipe' as const, count: 5, height: 120, away: 40, color: '#ffc928' }]
    drawHills(
      drawing,
      random,
      mood,
      [
        {
          ridge: hills(random, 598, 12, 2.2),
          depth: 0.52,
          crestX: x + random.between(-150, 150),
          plants: [{ name: plants, count: 30, height: 44, away: 12 }],
        },
        {
          ridge: hills(random, 664, 20, 2),
          depth: 0.7,
          crestX: x + random.between(-110, 110),
          plants: [{ name: plants, count: 18, height: 96, away: 26 }, ...blooms],
        },
        {
          ridge: hills(random, 764, 24, 1.6),
          depth: 0.88,
          crestX: x,
          plants: [{ name: plants, count: 10, height: 230, away: 110 }],
        },
      ],
      random.between(660, 940),
      ground,
    )
    drawForeground(drawing, random, mood, 'grass', 120)
  }

export const sertao = tableland('cactus')
export const cerrado = tableland('buriti')
