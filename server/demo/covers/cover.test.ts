import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { coverPlaceholder, drawCover, type SceneName } from './cover.ts'
import { MOODS, type MoodName } from './moods.ts'
import { drawRouteMap } from './route-map.ts'

const moods = Object.keys(MOODS) as MoodName[]
const scenes: SceneName[] = [
  'bay',
  'beachfront',
  'cerrado',
  'city',
  'coast',
  'congress',
  'dunes',
  'forest',
  'highlands',
  'islands',
  'jangadas',
  'lighthouse',
  'mountain',
  'river',
  'sertao',
  'stayedBridge',
  'sugarloaf',
]

const runsOrLoads = /<script|<foreignObject|\son\w+=|href="(?!#)|url\((?!#)|@import/i

async function expectPicture(svg: string, width: number, height: number) {
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  expect(svg).not.toMatch(runsOrLoads)
  expect(await sharp(Buffer.from(svg)).metadata()).toMatchObject({ format: 'svg', width, height })
}

describe('a cover', () => {
  test.each(scenes)('%s is a whole picture by day and by night, light enough for a list', async (scene) => {
    for (const mood of ['day', 'night'] as const) {
      const svg = drawCover({ seed: 'corrida', scene, mood })
      await expectPicture(svg, 1600, 900)
      expect(gzipSync(svg).length).toBeLessThan(26_000)
    }
  })

  test('is the same for the same race and another for another', () => {
    const design = { scene: 'coast', mood: 'dawn' } as const
    expect(drawCover({ ...design, seed: 'a' })).toBe(drawCover({ ...design, seed: 'a' }))
    expect(drawCover({ ...design, seed: 'a' })).not.toBe(drawCover({ ...design, seed: 'b' }))
  })

  test.each(moods)('%s has a small placeholder', (mood) => {
    const placeholder = coverPlaceholder(mood)
    expect(placeholder.length).toBeLessThan(900)
    // It may stand in the url() of a style.
    expect(placeholder).not.toMatch(/["'()\s]/)
  })
})

describe('a route map', () => {
  test.each([0.4, 3, 5, 10, 21.097, 42.195])('of %d km', async (kilometres) => {
    for (const water of [true, false])
      await expectPicture(
        drawRouteMap({ seed: `${kilometres}`, title: 'A & B <C>', kilometres, water }),
        1200,
        900,
      )
  })

  test('says its distance as people write it', () => {
    expect(drawRouteMap({ seed: 'a', title: 'Meia', kilometres: 21.097, water: false })).toContain(
      '21,097 km',
    )
  })
})
