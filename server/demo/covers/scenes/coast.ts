import type { Random } from '../../random.ts'
import { along, mix } from '../color.ts'
import { drawForeground, drawRidge } from '../land.ts'
import { drawBridge, drawBrothers, drawLighthouse, drawSugarloaf } from '../landmarks.ts'
import type { Mood } from '../moods.ts'
import { drawPlant } from '../plants.ts'
import { drawRoad, drawRunners, type Road, windingRoad } from '../road.ts'
import { drawJangada, drawSail, drawWater } from '../sea.ts'
import { drawSky } from '../sky.ts'
import { drawSkyline } from '../skyline.ts'
import { curve, type Drawing, WIDTH } from '../svg.ts'
import { hills, type Ridge, ridgeOf } from '../terrain.ts'
import type { Scene } from './scene.ts'

const HORIZON = 452

/** A road parallel to another, `offset` widths to the right of it, `share` of its width. */
const beside = (shore: Road, offset: number, share: number): Road => ({
  at(t) {
    const lane = shore.at(t)
    return { x: lane.x + lane.width * offset, y: lane.y, width: lane.width * share }
  },
})

/** The land on the right of `edge`, from there to the right border. */
function drawShore(drawing: Drawing, edge: Road, paint: string): void {
  const lanes = Array.from({ length: 25 }, (_, i) => edge.at(i / 24))
  drawing.path(`${curve(lanes)}L${WIDTH + 20} ${HORIZON + 2}L${WIDTH + 20} 960Z`, paint)
}

function drawFoam(drawing: Drawing, shore: Road, from: number, to: number, opacity: number): void {
  const lanes = Array.from({ length: 25 }, (_, i) => ({
    lane: shore.at(i / 24),
    wobble: 0.05 * Math.sin(i * 1.9),
  }))
  const side = (offset: number) =>
    lanes.map(({ lane, wobble }) => ({ x: lane.x + lane.width * (offset + wobble), y: lane.y }))
  drawing.path(
    `${curve(side(from))}${curve(side(to).reverse(), true)}Z`,
    '#ffffff',
    `fill-opacity="${opacity}"`,
  )
}

/** A range that runs into the sea at `x`, rising to the right. */
function headland(random: Random, x: number, height: number): Ridge {
  const shape = hills(random, 0, height * 0.16, 3.2)
  const inland = shape.points
    .filter((point) => point.x > x)
    .map((point) => {
      const rise = Math.min(1, (point.x - x) / 520)
      return { x: point.x, y: HORIZON + 5 - (height * Math.sin((rise * Math.PI) / 2) - point.y * rise) }
    })
  return ridgeOf([{ x, y: HORIZON + 5 }, ...inland])
}

type Part = (drawing: Drawing, random: Random, mood: Mood) => void

const drawSails: Part = (drawing, random, mood) => {
  drawSail(drawing, mood, random.between(160, 330), HORIZON + random.between(34, 60), 62)
  drawSail(drawing, mood, random.between(700, 800), HORIZON + 14, 26)
}

const drawJangadas: Part = (drawing, random, mood) => {
  for (const [x, y, height] of [
    [760, 16, 30],
    [640, 30, 46],
    [430, 58, 74],
    [200, 112, 120],
  ] as const)
    drawJangada(drawing, mood, x + random.between(-60, 60), HORIZON + y, height)
}

/** A beach that swings away to the horizon, the road and its palms beside it, the sea on the other side. */
const coastWith =
  (drawLandmark: Part, drawBoats: Part = drawSails): Scene =>
  (drawing, random, mood) => {
    const sunX = random.between(520, 760)
    const low = random.chance(0.5)
    drawSky(drawing, random, mood, HORIZON, {
      x: sunX,
      y: low ? HORIZON - 40 : random.between(190, 270),
      radius: low ? 84 : 60,
    })
    drawLandmark(drawing, random, mood)
    drawWater(drawing, random, mood, HORIZON, sunX)
    drawRidge(drawing, mood, headland(random, 930, 150), 0.3, mood.land, HORIZON + 5)
    drawRidge(drawing, mood, headland(random, 1090, 96), 0.46, mood.land, HORIZON + 5)
    drawBoats(drawing, random, mood)
    const far = { x: random.between(1120, 1200), y: HORIZON + 4, width: 11 }
    const shore = windingRoad(
      { x: random.between(190, 270), y: 940, width: 500 },
      far,
      random.between(150, 210),
      1.45,
    )
    drawShore(drawing, shore, mix(along(mood.sand, 0.75), along(mood.water, 0.6), 0.25))
    drawFoam(drawing, shore, -0.3, -0.24, 0.35)
    drawFoam(drawing, shore, -0.12, 0.02, 0.85)
    drawShore(
      drawing,
      beside(shore, 0.12, 1),
      drawing.between(
        HORIZON,
        900,
        mood.sand.map((color, i) => [i / 2, color]),
      ),
    )
    drawShore(drawing, beside(shore, 0.56, 1), along(mood.land, 0.52))
    const road = beside(shore, 0.96, 0.58)
    drawRoad(drawing, road, mood)
    drawShore(
      drawing,
      beside(shore, 1.36, 1),
      drawing.between(HORIZON, 900, [
        [0, along(mood.land, 0.5)],
        [1, along(mood.land, 0.85)],
      ]),
    )
    drawPalms(drawing, random, mood, beside(shore, 1.72, 1))
    drawRunners(drawing, random, road, [0.1, 0.2, 0.31, 0.42, 0.52, 0.62, 0.7, 0.77])
    drawForeground(drawing, random, mood)
  }

function drawPalms(drawing: Drawing, random: Random, mood: Mood, line: Road): void {
  const spots = [0.93, 0.88, 0.82, 0.75, 0.67, 0.58, 0.48, 0.36, 0.22, 0.08].map((t) => [
    t,
    random.between(0, 0.3) + (1 - t) * 0.25,
  ])
  const inland = [0.8, 0.62, 0.45, 0.28].map((t) => [t, random.between(0.6, 2)])
  for (const [t = 0, offset = 0] of [...spots, ...inland].sort(([a = 0], [b = 0]) => b - a)) {
    const lane = line.at(t)
    const nearness = lane.width / 500
    drawPlant(
      drawing,
      random,
      'palm',
      lane.x + offset * lane.width,
      lane.y + 2,
      (34 + nearness * 430) * random.between(0.85, 1.15),
      mix(along(mood.land, 0.6 + 0.35 * nearness), mood.shade, 0.35 + 0.5 * nearness),
    )
  }
}

const openSea: Part = (drawing, random, mood) => {
  drawRidge(drawing, mood, hills(random, HORIZON - 6, 30, 2.6, 70), 0.08)
}

export const coast = coastWith(openSea)
export const sugarloaf = coastWith((drawing, random, mood) => {
  openSea(drawing, random, mood)
  drawSugarloaf(drawing, mood, 400, HORIZON + 6)
})
export const lighthouse = coastWith((drawing, random, mood) => {
  openSea(drawing, random, mood)
  drawLighthouse(drawing, mood, 870, HORIZON + 16)
})
export const bay = coastWith((drawing, random, mood) => {
  openSea(drawing, random, mood)
  drawBridge(drawing, mood, 60, 1120, HORIZON + 4)
})
export const jangadas = coastWith(openSea, drawJangadas)
export const islands = coastWith((drawing, random, mood) => {
  openSea(drawing, random, mood)
  drawBrothers(drawing, mood, random.between(330, 460), HORIZON + 6)
})
export const beachfront = coastWith((drawing, random, mood) => {
  openSea(drawing, random, mood)
  drawSkyline(drawing, random, mood, { base: HORIZON + 4, height: 150, depth: 0.2, from: 965 })
})
