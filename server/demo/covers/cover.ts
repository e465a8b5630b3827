import { createRandom } from '../random.ts'
import { MOODS, type MoodName } from './moods.ts'
import { city, congress, stayedBridge } from './scenes/city.ts'
import { bay, beachfront, coast, islands, jangadas, lighthouse, sugarloaf } from './scenes/coast.ts'
import { cerrado, sertao } from './scenes/dry.ts'
import { dunes } from './scenes/dunes.ts'
import { forest, river } from './scenes/forest.ts'
import { highlands, mountain } from './scenes/mountain.ts'
import type { Scene } from './scenes/scene.ts'
import { createDrawing } from './svg.ts'

const SCENES = {
  bay,
  beachfront,
  cerrado,
  city,
  coast,
  congress,
  dunes,
  forest,
  highlands,
  islands,
  jangadas,
  lighthouse,
  mountain,
  river,
  sertao,
  stayedBridge,
  sugarloaf,
} as const satisfies Record<string, Scene>
export type SceneName = keyof typeof SCENES

export interface CoverDesign {
  seed: string
  scene: SceneName
  mood: MoodName
}

/** A race's cover as an SVG document: the same design gives the same picture. */
export function drawCover({ seed, scene, mood }: CoverDesign): string {
  const drawing = createDrawing()
  const random = createRandom(`${seed}:${scene}:${mood}`)
  if (random.chance(0.5)) drawing.mirror()
  SCENES[scene](drawing, random, MOODS[mood])
  return drawing.toString()
}

/** The light of a mood as a tiny picture, for the moment before the cover is there. */
export function coverPlaceholder(mood: MoodName): string {
  const { sky, land } = MOODS[mood]
  const stops = [
    [0, sky[0]],
    [35, sky[2]],
    [60, sky[4]],
    [64, land[1]],
    [100, land[4]],
  ].map(([offset, color]) => `<stop offset="${offset}%" stop-color="${color}"/>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><linearGradient id="a" x2="0" y2="1">${stops.join('')}</linearGradient><path fill="url(#a)" d="M0 0h16v9H0z"/></svg>`
  // Brackets too: it may stand in a style's `url()`.
  return `data:image/svg+xml,${encodeURIComponent(svg).replaceAll('(', '%28').replaceAll(')', '%29')}`
}
