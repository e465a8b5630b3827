import { setImmediate as nextTurn } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { type CoursePoint, lengthM } from '../domain/course.ts'

const MAX_POINTS = 100_000
const MIN_M = 100
const MAX_M = 500_000
/** Characters parsed at a time; other requests are answered in between. */
const CHUNK = 128 * 1024

/**
 * Of its tracks, or of its routes if there are none; not times, names or devices. Throws 415 unless it is GPX
 * without a document type, whose entities could expand without bound, and 422 when it contains no course.
 */
export async function readGpx(bytes: Buffer): Promise<CoursePoint[]> {
  const text = new TextDecoder().decode(bytes)
  const found = await collect(text)
  const points = withoutRepeats(found.trkpt.length > 0 ? found.trkpt : found.rtept)
  if (points.length < 2) throw invalidField('file', 'O arquivo GPX não tem um percurso.')
  const length = lengthM(points)
  if (length < MIN_M || length > MAX_M)
    throw invalidField('file', 'O percurso precisa ter de 100 m a 500 km.')
  return points
}

type Points = Record<'trkpt' | 'rtept', CoursePoint[]>

async function collect(text: string): Promise<Points> {
  const points: Points = { trkpt: [], rtept: [] }
  const parser = new SaxesParser()
  let depth = 0
  let point: CoursePoint | null = null
  let height: string | null = null
  const refuseFile = (cause?: unknown): never => {
    throw new AppError('unsupported_media', { cause })
  }
  parser.on('error', refuseFile)
  parser.on('doctype', () => refuseFile())
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.slice(name.indexOf(':') + 1)
    if (depth++ === 0 && local !== 'gpx') refuseFile()
    if (local === 'trkpt' || local === 'rtept') {
      point = placeOf(attributes)
      if (point) points[local].push(point)
      if (points[local].length > MAX_POINTS)
        throw invalidField('file', 'O percurso tem pontos demais: no máximo 100 mil.')
    } else if (local === 'ele' && point) height = ''
  })
  parser.on('text', (words) => {
    if (height !== null) height += words
  })
  parser.on('closetag', ({ name }) => {
    depth--
    const local = name.slice(name.indexOf(':') + 1)
    if (local === 'ele') {
      if (point && height?.trim()) point.ele = metresOf(Number(height))
      height = null
    } else if (local === 'trkpt' || local === 'rtept') point = null
  })
  for (let from = 0; from < text.length; from += CHUNK) {
    parser.write(text.slice(from, from + CHUNK))
    await nextTurn()
  }
  parser.close()
  return points
}

function placeOf({ lat, lon }: Record<string, string>): CoursePoint | null {
  const place = { lat: Number(lat || Number.NaN), lon: Number(lon || Number.NaN), ele: null }
  return Math.abs(place.lat) <= 90 && Math.abs(place.lon) <= 180 ? place : null
}

/** An elevation between the Dead Sea and Mount Everest; null for the values of a broken receiver. */
const metresOf = (ele: number): number | null => (ele > -500 && ele < 9_000 ? ele : null)

const withoutRepeats = (points: readonly CoursePoint[]): CoursePoint[] =>
  points.filter(({ lat, lon }, i) => {
    const before = points[i - 1]
    return !before || before.lat !== lat || before.lon !== lon
  })
