import type { Random } from '../../random.ts'
import { along, mix } from '../color.ts'
import { drawForeground } from '../land.ts'
import type { Mood } from '../moods.ts'
import { drawRoad, drawRunners, windingRoad } from '../road.ts'
import { drawSky } from '../sky.ts'
import { curve, type Drawing, round, under, WIDTH } from '../svg.ts'
import { hills, type Ridge } from '../terrain.ts'
import type { Scene } from './scene.ts'

/** A dune: lit on one side, its own shadow on the other, the edge between them wandering down from the crest. */
function drawDune(drawing: Drawing, random: Random, mood: Mood, ridge: Ridge, depth: number): void {
  const lit = mix(along(mood.sand, depth * 0.7), mood.haze, 0.5 * (1 - depth))
  const dark = mix(along(mood.sand, 0.5 + depth * 0.5), mood.haze, 0.5 * (1 - depth))
  const top = Math.min(...ridge.points.map((point) => point.y))
  drawing.path(
    under(ridge.points),
    drawing.between(top, top + 260, [
      [0, mix(lit, mood.light, 0.3)],
      [1, mix(lit, dark, 0.45)],
    ]),
  )
  const peaks = ridge.points.filter(
    (point, i) => point.y < (ridge.points[i - 1]?.y ?? 0) && point.y <= (ridge.points[i + 1]?.y ?? 0),
  )
  for (const peak of peaks) {
    const length = random.between(150, 260) * (0.5 + depth)
    const right = ridge.points.filter((point) => point.x > peak.x && point.x < peak.x + length * 1.6)
    const end = right.at(-1)
    if (!end) continue
    const edge = [0.75, 0.5, 0.25].map((t) => ({
      x: peak.x + length * (0.1 + 0.9 * t) + Math.sin(t * 7) * length * 0.12 * t,
      y: peak.y + length * 0.62 * t,
    }))
    drawing.path(
      `${curve([peak, ...right])}${curve([end, ...edge, peak], true)}Z`,
      dark,
      'fill-opacity=".75"',
    )
  }
}

function drawLagoon(drawing: Drawing, mood: Mood, x: number, y: number, rx: number, ry: number): void {
  const shape = (grow: number) => {
    const [a, b] = [rx * grow, ry * grow]
    return `M${round(x - a)} ${round(y)}C${round(x - a)} ${round(y - b * 1.1)} ${round(x - a * 0.2)} ${round(y - b * 0.7)} ${round(x + a * 0.3)} ${round(y - b)}S${round(x + a)} ${round(y - b * 0.6)} ${round(x + a)} ${round(y + b * 0.1)}S${round(x + a * 0.2)} ${round(y + b)} ${round(x - a * 0.3)} ${round(y + b * 0.8)}S${round(x - a)} ${round(y + b * 0.7)} ${round(x - a)} ${round(y)}Z`
  }
  drawing.path(shape(1.08), '#ffffff', 'fill-opacity=".35"')
  drawing.path(shape(1), drawing.vertical(mood.water.slice(0, 3).map((color, i) => [i / 2, color] as const)))
}

/** White dunes and the rain's blue lagoons between them. */
export const dunes: Scene = (drawing, random, mood) => {
  drawSky(drawing, random, mood, 540, {
    x: random.between(560, 1040),
    y: random.between(210, 320),
    radius: random.between(58, 76),
  })
  drawDune(drawing, random, mood, hills(random, 500, 28, 3.2), 0.1)
  drawDune(drawing, random, mood, hills(random, 545, 34, 2.6), 0.35)
  drawLagoon(drawing, mood, random.between(300, 480), 592, 230, 20)
  drawLagoon(drawing, mood, random.between(1100, 1300), 604, 260, 22)
  drawDune(drawing, random, mood, hills(random, 628, 30, 2.2), 0.6)
  drawLagoon(drawing, mood, random.between(180, 340), 712, 320, 40)
  drawLagoon(drawing, mood, random.between(1260, 1400), 726, 300, 44)
  const ridge = hills(random, 776, 22, 1.5, random.between(-60, 60))
  const far = { x: random.between(720, 880), y: ridge.at(800) - 150, width: 34 }
  const road = windingRoad(
    { x: random.between(640, 960), y: 940, width: 370 },
    far,
    random.between(90, 140),
    1.7,
  )
  drawDune(drawing, random, mood, ridge, 0.9)
  drawRoad(drawing, road, mood)
  drawRunners(drawing, random, road, [0.12, 0.28, 0.4, 0.52, 0.63, 0.72, 0.84])
  drawForeground(drawing, random, mood, 'grass', WIDTH / 16)
}
