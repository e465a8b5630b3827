/** A point of a course in degrees; elevation in metres, null where unknown. */
export interface CoursePoint {
  lat: number
  lon: number
  ele: number | null
}

/** The summary of a course, stored in `uploads.course`. */
export interface StoredCourse {
  length_m: number
  /** Total ascent in metres; null where elevations are unknown. */
  ascent_m: number | null
  lat: number
  lon: number
}

/** Enough for a watch: a point every 8 m of a marathon. */
const FILE_POINTS = 5_000
const EARTH_M = 6_371_008.8
/** Elevation differences below this are receiver noise. */
const CLIMB_M = 3

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Metres between two points, by the haversine formula. */
export function distanceM(a: CoursePoint, b: CoursePoint): number {
  const lat = Math.sin(radians(b.lat - a.lat) / 2)
  const lon = Math.sin(radians(b.lon - a.lon) / 2)
  const chord = lat * lat + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * lon * lon
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(chord)))
}

function alongM(points: readonly CoursePoint[]): number[] {
  const along = [0]
  for (const [i, point] of points.entries()) {
    const before = points[i - 1]
    if (before) along.push((along[i - 1] ?? 0) + distanceM(before, point))
  }
  return along
}

export const lengthM = (points: readonly CoursePoint[]): number => alongM(points).at(-1) ?? 0

/** `count` points at equal distances along a course, including its first and last point. */
export function resample(points: readonly CoursePoint[], count: number): CoursePoint[] {
  const along = alongM(points)
  const total = along.at(-1) ?? 0
  let next = 1
  return Array.from({ length: count }, (_, i) => {
    const wanted = (total * i) / (count - 1)
    while (next < points.length - 1 && (along[next] ?? 0) < wanted) next++
    return between(points, along, next, wanted)
  })
}

function between(points: readonly CoursePoint[], along: readonly number[], next: number, wanted: number) {
  const [a, b] = [points[next - 1], points[next]]
  if (!a || !b) throw new RangeError('a course has two points')
  const from = along[next - 1] ?? 0
  const gap = (along[next] ?? 0) - from
  const share = gap > 0 ? Math.min(1, Math.max(0, (wanted - from) / gap)) : 0
  const mix = (x: number, y: number) => x + (y - x) * share
  return {
    lat: mix(a.lat, b.lat),
    lon: mix(a.lon, b.lon),
    ele: a.ele === null || b.ele === null ? null : mix(a.ele, b.ele),
  }
}

/** Null unless every point has an elevation. A rise counts once it exceeds the noise. */
export function ascentM(points: readonly CoursePoint[]): number | null {
  let total = 0
  let base = points[0]?.ele ?? null
  for (const { ele } of points) {
    if (ele === null || base === null) return null
    if (ele - base >= CLIMB_M) {
      total += ele - base
      base = ele
    } else if (ele < base) base = ele
  }
  return total
}

export function storedCourse(points: readonly CoursePoint[]): StoredCourse {
  const [start] = points
  const ascent = ascentM(resample(points, Math.min(points.length, FILE_POINTS)))
  return {
    length_m: Math.round(lengthM(points)),
    ascent_m: ascent === null ? null : Math.round(ascent),
    lat: Number(start?.lat.toFixed(6)),
    lon: Number(start?.lon.toFixed(6)),
  }
}

/** Contains only positions and elevations. */
export function gpxOf(points: readonly CoursePoint[]): string {
  const simplified = points.length > FILE_POINTS ? resample(points, FILE_POINTS) : points
  const lines = simplified.map(({ lat, lon, ele }) => {
    const height = ele === null ? '' : `<ele>${ele.toFixed(1)}</ele>`
    return `<trkpt lat="${lat.toFixed(6)}" lon="${lon.toFixed(6)}">${height}</trkpt>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Largada" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
${lines.join('\n')}
</trkseg></trk></gpx>
`
}
