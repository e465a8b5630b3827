import type { Random } from '../random.ts'
import { along, mix } from './color.ts'
import type { Mood } from './moods.ts'
import { type Drawing, HEIGHT, round, WIDTH } from './svg.ts'

interface Sun {
  x: number
  y: number
  radius: number
}

/** Sky down to `horizon`, with stars, sun or moon, clouds and birds as the mood has them. */
export function drawSky(drawing: Drawing, random: Random, mood: Mood, horizon: number, sun: Sun): void {
  const steps = mood.sky.map((color, i) => [i / (mood.sky.length - 1), color] as const)
  drawing.rect(0, 0, WIDTH, HEIGHT, drawing.between(0, horizon, steps))
  if (mood.stars) drawStars(drawing, random, mood, horizon)
  drawGlow(drawing, mood, sun)
  drawClouds(drawing, random, mood, horizon)
  if (!mood.stars) drawBirds(drawing, random, mood, sun)
}

function drawGlow(drawing: Drawing, mood: Mood, { x, y, radius }: Sun): void {
  const halo = drawing.radial([
    [0, mood.glow, 0.85],
    [0.25, mood.glow, 0.42],
    [0.6, mood.glow, 0.12],
    [1, mood.glow, 0],
  ])
  drawing.circle(x, y, radius * 6.5, halo)
  drawing.circle(x, y, radius * 1.55, mood.glow, 'fill-opacity=".28"')
  drawing.circle(x, y, radius, mood.sun)
}

function drawStars(drawing: Drawing, random: Random, mood: Mood, horizon: number): void {
  let small = ''
  let large = ''
  for (let i = 0; i < 130; i++) {
    const x = random.between(0, WIDTH)
    const y = random.between(0, 1) ** 1.6 * horizon * 0.9
    const dot = `M${round(x)} ${round(y)}h.01`
    if (random.chance(0.16)) large += dot
    else small += dot
  }
  drawing.stroke(small, mood.sun, 2, 'stroke-linecap="round" stroke-opacity=".6"')
  drawing.stroke(large, mood.sun, 3.6, 'stroke-linecap="round" stroke-opacity=".9"')
}

/** Long flat banks: rounded bars of one cloud share a base line, so they read as a cloud and not as pills. */
function drawClouds(drawing: Drawing, random: Random, mood: Mood, horizon: number): void {
  const count = random.int(3, 5)
  for (let i = 0; i < count; i++) {
    const y = horizon * random.between(0.16, 0.72)
    const x = (WIDTH / count) * (i + random.between(0, 0.9))
    const width = random.between(160, 420)
    const color = mix(mood.cloud, along(mood.sky, y / horizon), random.between(0.25, 0.6))
    let path = bar(x, y, width, 22)
    path += bar(x + width * random.between(0.1, 0.3), y - 20, width * random.between(0.35, 0.5), 26)
    path += bar(x - width * random.between(0.05, 0.2), y + 18, width * random.between(0.4, 0.7), 12)
    drawing.path(path, color, 'fill-opacity=".5"')
  }
}

const bar = (x: number, y: number, width: number, height: number) => {
  const r = round(height / 2)
  return `M${round(x)} ${round(y)}h${round(width)}a${r} ${r} 0 0 1 0 ${round(height)}h${round(-width)}a${r} ${r} 0 0 1 0 ${round(-height)}Z`
}

function drawBirds(drawing: Drawing, random: Random, mood: Mood, sun: Sun): void {
  const count = random.int(3, 6)
  const x0 = sun.x + random.between(120, 260) * (random.chance(0.5) ? 1 : -1)
  const y0 = Math.max(90, sun.y - random.between(60, 150))
  let path = ''
  for (let i = 0; i < count; i++) {
    const size = random.between(9, 16)
    const x = x0 + random.between(-90, 90)
    const y = y0 + random.between(-40, 40)
    path += `M${round(x - size)} ${round(y - size * 0.35)}q${round(size * 0.6)} ${round(-size * 0.35)} ${round(size)} ${round(size * 0.35)}q${round(size * 0.4)} ${round(-size * 0.7)} ${round(size)} ${round(-size * 0.35)}`
  }
  drawing.stroke(path, mix(mood.shade, mood.haze, 0.25), 2.6, 'stroke-linecap="round"')
}
