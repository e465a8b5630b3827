import { type CoursePoint, distanceM, lengthM, resample } from './course.ts'

/** Size of the picture in SVG units; `web/app/features/event/course.tsx` uses the same ratio. */
const WIDTH = 1000
const MAP_HEIGHT = 560
const HEIGHT = 800
/** Enough for a smooth line: four hundred segments. */
const DRAWN_POINTS = 401
/** Distances between kilometre marks: the smallest that draws at most twelve is used. */
const STEPS_KM = [1, 2, 5, 10, 20, 50]
const MOST_MARKS = 12
const MARGIN = 64
/** Start and finish closer than this many metres are drawn as one. */
const LOOP_M = 60
const SCALES_M = [50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000]
const WIDEST_SCALE = 180
/** Minimum height of the profile in metres, so that flat courses do not look hilly. */
const LEAST_RISE_M = 40
const PROFILE = { top: 620, bottom: 700, ground: 756 } as const
const EARTH_M = 6_371_008.8

interface Spot {
  x: number
  y: number
}

/** The map with start, finish and kilometres, and below it the elevation profile. */
export function drawCourse(points: readonly CoursePoint[]): string {
  const even = resample(points, DRAWN_POINTS)
  const { at, unitsPerM } = projection(even)
  const spots = even.map(at)
  const marks = marksOf(lengthM(points), even.length)
  const profile = profileOf(even, marks)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${profile ? HEIGHT : MAP_HEIGHT}" viewBox="0 0 ${WIDTH} ${profile ? HEIGHT : MAP_HEIGHT}">
<style>${STYLE}</style>
<rect class="sheet" width="${WIDTH}" height="${MAP_HEIGHT}"/>${GRID}
<path class="casing" d="${pathOf(spots)}"/><path class="line" d="${pathOf(spots)}"/>
${marks.map(({ km, i }) => markAt(spots[i], km)).join('')}
${ends(even, { spots, marks: marks.flatMap(({ i }) => spots[i] ?? []) })}
${scale(unitsPerM)}
${profile}
</svg>
`
}

/** Colours of the light and dark schemes, and larger labels on small screens. */
const STYLE = `
:root{--sheet:#f3f2ee;--grid:#e2dfd8;--ink:#1c1a17;--quiet:#66625b;--line:#e97504;--halo:#fff;--soft:#ffe8d1}
@media (prefers-color-scheme:dark){:root{--sheet:#191a1c;--grid:#2c2e32;--ink:#f1f0ee;--quiet:#b4b0aa;--line:#8c9bee;--halo:#2a2b2f;--soft:#2c3256}}
svg{background:var(--halo);font:700 21px system-ui,sans-serif;--r:15px}
@media (max-width:520px){svg{font-size:36px;--r:26px}}
.sheet{fill:var(--sheet)}.grid{stroke:var(--grid);stroke-width:2}
path{fill:none;stroke-linejoin:round;stroke-linecap:round}
.casing{stroke:var(--halo);stroke-width:20}.line{stroke:var(--line);stroke-width:9}
text{fill:var(--ink);text-anchor:middle;stroke:var(--sheet);stroke-width:6px;stroke-linejoin:round;paint-order:stroke}
.mark circle{r:var(--r);fill:var(--halo);stroke:var(--quiet);stroke-width:2}
.mark text{dominant-baseline:central;font-size:.8em;stroke:none}
.end circle{r:var(--r);stroke:var(--halo);stroke-width:5}.start{fill:#2f9e44}.finish{fill:var(--ink)}
.quiet{fill:var(--quiet);font-weight:600;stroke:none}.scale{stroke:var(--quiet);stroke-width:3}
.ground{fill:var(--soft)}.ridge{stroke:var(--line);stroke-width:5}
.height{text-anchor:start;stroke:var(--halo)}
`.replaceAll('\n', '')

const GRID = [100, 200, 300, 400, 500, 600, 700, 800, 900]
  .map((x) => `M${x} 0V${MAP_HEIGHT}`)
  .concat([80, 180, 280, 380, 480].map((y) => `M0 ${y}H${WIDTH}`))
  .reduce((paths, path) => paths + path, '<path class="grid" d="')
  .concat('"/>')

/** North up, with a margin. Longitudes shrink with the cosine of the latitude. */
function projection(points: readonly CoursePoint[]) {
  const radians = Math.PI / 180
  const middleOf = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2
  const lat0 = middleOf(points.map(({ lat }) => lat))
  const lon0 = middleOf(points.map(({ lon }) => lon))
  const eastM = (lon: number) => (lon - lon0) * radians * EARTH_M * Math.cos(lat0 * radians)
  const northM = (lat: number) => (lat - lat0) * radians * EARTH_M
  const unitsPerM = Math.min(
    (WIDTH / 2 - MARGIN) / Math.max(...points.map(({ lon }) => Math.abs(eastM(lon))), 1),
    (MAP_HEIGHT / 2 - MARGIN) / Math.max(...points.map(({ lat }) => Math.abs(northM(lat))), 1),
  )
  const at = ({ lat, lon }: CoursePoint): Spot => ({
    x: Math.round(WIDTH / 2 + eastM(lon) * unitsPerM),
    y: Math.round(MAP_HEIGHT / 2 - northM(lat) * unitsPerM),
  })
  return { at, unitsPerM }
}

interface Mark {
  km: number
  i: number
}

function marksOf(length: number, count: number): Mark[] {
  const step = STEPS_KM.find((km) => length / 1000 / km <= MOST_MARKS) ?? 100
  const marks = Math.ceil(length / 1000 / step) - 1
  return Array.from({ length: marks }, (_, n) => {
    const km = (n + 1) * step
    return { km, i: Math.min(count - 1, Math.round((km * 1000 * (count - 1)) / length)) }
  })
}

const markAt = (spot: Spot | undefined, km: number): string =>
  spot ? `<g class="mark" transform="translate(${spot.x} ${spot.y})"><circle/><text>${km}</text></g>` : ''

function ends(points: readonly CoursePoint[], lying: Lying): string {
  const { spots } = lying
  const [first] = points
  const last = points.at(-1)
  const isLoop = first && last && distanceM(first, last) < LOOP_M
  const start = end(spots[0], isLoop ? 'Largada e chegada' : 'Largada', 'start', lying)
  return isLoop ? start : end(spots.at(-1), 'Chegada', 'finish', lying) + start
}

/** Places the label where it covers no mark and as little of the line as possible. */
function end(spot: Spot | undefined, words: string, kind: 'start' | 'finish', lying: Lying): string {
  if (!spot) return ''
  const [place] = PLACES.map((each) => ({ ...each, cost: costOf(boxOf(spot, words, each), lying) })).sort(
    (a, b) => a.cost - b.cost,
  )
  return `<g class="end" transform="translate(${spot.x} ${spot.y})"><circle class="${kind}"/><text x="${place?.beside}" y="${place?.below}" style="text-anchor:${place?.anchor}">${words}</text></g>`
}

/** Of equally good positions the first is used. */
const PLACES = [
  { beside: 0, below: 60, anchor: 'middle' },
  { beside: 0, below: -38, anchor: 'middle' },
  { beside: 44, below: 12, anchor: 'start' },
  { beside: -44, below: 12, anchor: 'end' },
  { beside: 0, below: 60, anchor: 'start' },
  { beside: 0, below: 60, anchor: 'end' },
  { beside: 0, below: -38, anchor: 'start' },
  { beside: 0, below: -38, anchor: 'end' },
] as const

/** What a label should not cover. */
interface Lying {
  spots: readonly Spot[]
  marks: readonly Spot[]
}

interface Box {
  left: number
  top: number
  width: number
}

/** The area of a label on small screens, where the text is largest. */
function boxOf({ x, y }: Spot, words: string, { beside, below, anchor }: (typeof PLACES)[number]): Box {
  const width = words.length * 20
  const left = { middle: x - width / 2, start: x, end: x - width }[anchor]
  return { left: left + beside, top: y + below - 32, width }
}

function costOf({ left, top, width }: Box, { spots, marks }: Lying): number {
  const countIn = (all: readonly Spot[], margin: number) =>
    all.filter(
      ({ x, y }) =>
        x > left - margin && x < left + width + margin && y > top - margin && y < top + 40 + margin,
    ).length
  const isOutside = left < 0 || left + width > WIDTH || top < 0 || top + 40 > MAP_HEIGHT
  return countIn(spots, 0) + 100 * countIn(marks, 26) + (isOutside ? 10_000 : 0)
}

/** A scale bar with a round distance. */
function scale(unitsPerM: number): string {
  const metres = SCALES_M.findLast((each) => each * unitsPerM <= WIDEST_SCALE) ?? 50
  const words = metres < 1000 ? `${metres} m` : `${metres / 1000} km`
  return `<path class="scale" d="M32 ${MAP_HEIGHT - 36}v12h${Math.round(metres * unitsPerM)}v-12"/><text class="quiet" x="32" y="${MAP_HEIGHT - 48}" style="text-anchor:start">${words}</text>`
}

/** The elevation profile; empty unless every point has an elevation. */
function profileOf(points: readonly CoursePoint[], marks: readonly Mark[]): string {
  const heights = points.flatMap(({ ele }) => (ele === null ? [] : [ele]))
  if (heights.length < points.length) return ''
  const lowest = Math.min(...heights)
  const highest = Math.max(...heights)
  const rise = Math.max(highest - lowest, LEAST_RISE_M)
  const x = (i: number) => Math.round((WIDTH * i) / (points.length - 1))
  const y = (ele: number) =>
    Math.round(PROFILE.bottom - ((PROFILE.bottom - PROFILE.top) * (ele - lowest)) / rise)
  const ridge = pathOf(heights.map((ele, i) => ({ x: x(i), y: y(ele) })))
  const ticks = marks.map(
    ({ km, i }) =>
      `<path class="scale" d="M${x(i)} ${PROFILE.ground - 10}v10"/><text class="quiet" x="${Math.min(x(i), WIDTH - 24)}" y="${HEIGHT - 10}">${km}</text>`,
  )
  return `<path class="ground" d="${ridge}V${PROFILE.ground}H0z"/><path class="ridge" d="${ridge}"/>${ticks.join('')}
<text class="height" x="14" y="${PROFILE.top - 14}">${Math.round(highest)} m</text><text class="height" x="14" y="${PROFILE.ground - 12}">${Math.round(lowest)} m</text>`
}

/** An SVG path with relative steps, which are shorter. `readDrawing` finds positions by the count of steps. */
const pathOf = (spots: readonly Spot[]): string =>
  spots.reduce((path, spot, i) => {
    const from = spots[i - 1]
    return path + (from ? `l${spot.x - from.x} ${spot.y - from.y}` : `M${spot.x} ${spot.y}`)
  }, '')
