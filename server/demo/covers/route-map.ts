import { createRandom, type Random } from '../random.ts'
import { createDrawing, curve, type Drawing, line, type Point, round, under } from './svg.ts'

const WIDTH = 1200
const HEIGHT = 900
const MAP_HEIGHT = 660
const ROUTE = '#e97504'
const INK = '#23262d'

interface RouteDesign {
  seed: string
  title: string
  kilometres: number
  /** The sea or a river along one side. */
  water: boolean
}

/** The course of a category as a map: streets, parks, the route with its kilometres, and the climb below. */
export function drawRouteMap({ seed, title, kilometres, water }: RouteDesign): string {
  const random = createRandom(`route:${seed}`)
  const drawing = createDrawing(WIDTH, HEIGHT)
  const clip = drawing.clip(`M0 0H${WIDTH}V${MAP_HEIGHT}H0Z`)
  drawing.rect(0, 0, WIDTH, MAP_HEIGHT, '#eef0ea')
  drawing.add(`<g ${clip}>`)
  drawStreets(drawing, random)
  drawParks(drawing, random)
  if (water) drawCoast(drawing, random)
  drawing.add('</g>')
  const course = layCourse(random, kilometres, water)
  drawCourse(drawing, course, kilometres)
  drawProfile(drawing, random, { title, kilometres, water })
  return drawing.toString()
}

function drawStreets(drawing: Drawing, random: Random): void {
  const tilt = random.between(-0.5, 0.5)
  const street = (angle: number, offset: number) => {
    const [dx, dy] = [Math.cos(angle) * 1200, Math.sin(angle) * 1200]
    const [x, y] = [WIDTH / 2 - Math.sin(angle) * offset, MAP_HEIGHT / 2 + Math.cos(angle) * offset]
    return `M${round(x - dx)} ${round(y - dy)}L${round(x + dx)} ${round(y + dy)}`
  }
  let narrow = ''
  let wide = ''
  for (const angle of [tilt, tilt + Math.PI / 2])
    for (let offset = -800; offset < 800; offset += random.between(40, 74)) {
      if (random.chance(0.18)) wide += street(angle, offset)
      else narrow += street(angle, offset)
    }
  drawing.stroke(narrow, '#ffffff', 6)
  drawing.stroke(wide, '#ffffff', 15)
}

function blob(random: Random, x: number, y: number, size: number): string {
  const ring = Array.from({ length: 8 }, (_, i) => {
    const angle = (i / 8) * Math.PI * 2
    const reach = size * random.between(0.8, 1.15)
    return { x: x + Math.cos(angle) * reach * 1.4, y: y + Math.sin(angle) * reach }
  })
  return `${line(smooth([...ring, ...ring.slice(0, 2)], 2).slice(1, -1))}Z`
}

function drawParks(drawing: Drawing, random: Random): void {
  let parks = ''
  for (let i = 0; i < 6; i++)
    parks += blob(
      random,
      random.between(60, WIDTH - 60),
      random.between(60, MAP_HEIGHT - 60),
      random.between(46, 110),
    )
  drawing.path(parks, '#cfe6c3')
  drawing.path(
    blob(random, random.between(300, 900), random.between(200, 460), random.between(26, 44)),
    '#a9d8e8',
  )
}

function drawCoast(drawing: Drawing, random: Random): void {
  const shore = Array.from({ length: 9 }, (_, i) => ({
    x: -20 + i * 155,
    y: 560 + Math.sin(i * 1.1 + random.between(0, 1)) * 22,
  }))
  drawing.path(under(shore, MAP_HEIGHT), '#a9d8e8')
  drawing.stroke(curve(shore), '#f5e3b5', 14)
}

/** Equally spaced points along the course; it returns to its start. */
function layCourse(random: Random, kilometres: number, water: boolean): Point[] {
  const reach = Math.min(1, 0.55 + kilometres / 50)
  const centerY = water ? 300 : MAP_HEIGHT / 2
  const corners = 9 + Math.round(kilometres / 7)
  const ring = Array.from({ length: corners }, (_, i) => {
    const angle = (i / corners) * Math.PI * 2 + Math.PI / 2
    const wobble = random.between(0.62, 1.12)
    return {
      x: WIDTH / 2 + Math.cos(angle) * 430 * reach * wobble,
      y: centerY + Math.sin(angle) * 215 * reach * wobble,
    }
  })
  return evenly(smooth([...ring, ...ring.slice(0, 1)]), 240)
}

/** Chaikin's corner cutting, so that distances can be measured on the drawn line. */
function smooth(points: readonly Point[], rounds = 3): Point[] {
  let result = [...points]
  for (let i = 0; i < rounds; i++) {
    result = result.flatMap((point, j) => {
      const next = result[j + 1]
      if (!next) return [point]
      const at = (share: number) => ({
        x: point.x + (next.x - point.x) * share,
        y: point.y + (next.y - point.y) * share,
      })
      return j === 0 ? [point, at(0.75)] : [at(0.25), at(0.75)]
    })
  }
  return result
}

function evenly(points: readonly Point[], count: number): Point[] {
  const lengths = points.map((point, i) =>
    Math.hypot(point.x - (points[i - 1] ?? point).x, point.y - (points[i - 1] ?? point).y),
  )
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const result: Point[] = []
  let travelled = 0
  for (const [i, point] of points.entries()) {
    const before = points[i - 1] ?? point
    const length = lengths[i] ?? 0
    while (result.length <= count && (result.length * total) / count <= travelled + length + 1e-6) {
      const share = length === 0 ? 0 : ((result.length * total) / count - travelled) / length
      result.push({ x: before.x + (point.x - before.x) * share, y: before.y + (point.y - before.y) * share })
    }
    travelled += length
  }
  return result
}

const text = (x: number, y: number, size: number, content: string, more = '') =>
  `<text x="${round(x)}" y="${round(y)}" font-family="system-ui,sans-serif" font-size="${size}" fill="${INK}"${more && ` ${more}`}>${content}</text>`

function drawCourse(drawing: Drawing, course: readonly Point[], kilometres: number): void {
  const d = `${line(course)}Z`
  drawing.stroke(d, '#ffffff', 17, 'stroke-linejoin="round"')
  drawing.stroke(d, ROUTE, 10, 'stroke-linejoin="round"')
  const step = kilometres > 25 ? 5 : kilometres > 12 ? 3 : kilometres > 6 ? 2 : 1
  for (let km = step; km < kilometres - step * 0.4; km += step) {
    const point = course[Math.round((km / kilometres) * (course.length - 1))]
    if (!point) continue
    drawing.circle(point.x, point.y, 17, '#ffffff', `stroke="${ROUTE}" stroke-width="4"`)
    drawing.add(text(point.x, point.y + 6, 17, String(km), 'text-anchor="middle" font-weight="700"'))
  }
  const start = course[0]
  if (!start) return
  drawing.circle(start.x, start.y, 15, INK)
  drawing.circle(start.x, start.y, 6, '#ffffff')
  drawing.rect(start.x - 104, start.y + 26, 208, 38, INK, 'rx="19"')
  drawing.add(
    `<text x="${round(start.x)}" y="${round(start.y + 51)}" font-family="system-ui,sans-serif" font-size="18" font-weight="700" fill="#ffffff" text-anchor="middle">Largada e chegada</text>`,
  )
}

type Profile = Omit<RouteDesign, 'seed'>

function drawProfile(drawing: Drawing, random: Random, { title, kilometres, water }: Profile): void {
  const [left, right, floor] = [70, WIDTH - 50, 846]
  const low = water ? random.int(2, 9) : random.int(20, 780)
  const climb = random.int(12, 30) + Math.round(kilometres * random.between(0.6, 2.4))
  const heights = Array.from({ length: 15 }, (_, i) => (i === 0 || i === 14 ? 0.12 : random.between(0.08, 1)))
  const points = heights.map((height, i) => ({
    x: left + ((right - left) * i) / 14,
    y: floor - 14 - height * 86,
  }))
  drawing.rect(0, MAP_HEIGHT, WIDTH, HEIGHT - MAP_HEIGHT, '#ffffff')
  drawing.add(text(left, MAP_HEIGHT + 42, 24, escapeXml(title), 'font-weight="700"'))
  drawing.path(
    under(points, floor),
    drawing.vertical([
      [0, ROUTE, 0.55],
      [1, ROUTE, 0.12],
    ]),
  )
  drawing.stroke(curve(points), ROUTE, 4)
  drawing.add(
    text(left - 12, floor - 86, 15, `${low + climb} m`, 'text-anchor="end"'),
    text(left - 12, floor - 4, 15, `${low} m`, 'text-anchor="end"'),
    text(left, floor + 28, 15, '0 km'),
    text(right, floor + 28, 15, `${kilometres.toLocaleString('pt-BR')} km`, 'text-anchor="end"'),
  )
}

const escapeXml = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
