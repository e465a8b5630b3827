import { expect, test } from 'vitest'
import { CIRCLE } from '#test/gpx.ts'
import { ascentM, type CoursePoint, distanceM, gpxOf, lengthM, resample, storedCourse } from './course.ts'

const pointsOf = (places: readonly (readonly [number, number, number?])[]): CoursePoint[] =>
  places.map(([lat, lon, ele = null]) => ({ lat, lon, ele }))
const hills = (heights: readonly number[]) => pointsOf(heights.map((ele, i) => [0, i / 1000, ele]))
const ROUND = pointsOf(CIRCLE)
test('a degree of latitude is 111.2 km, and so is one of longitude at the equator', () => {
  const [a, b, c] = pointsOf([
    [0, 0],
    [1, 0],
    [0, 1],
  ]) as [CoursePoint, CoursePoint, CoursePoint]
  expect(distanceM(a, b) / 1000).toBeCloseTo(111.195, 2)
  expect(distanceM(a, c) / 1000).toBeCloseTo(111.195, 2)
})

test('resampling preserves the ends and the length', () => {
  const even = resample(ROUND, 400)
  expect(even).toHaveLength(400)
  expect([even[0], even.at(-1)]).toEqual([ROUND[0], ROUND.at(-1)])
  expect(lengthM(even) / lengthM(ROUND)).toBeCloseTo(1, 3)
  const steps = even.slice(1).map((point, i) => distanceM(even[i] ?? point, point))
  expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(0.5)
})

test.each<[string, number[], number]>([
  ['a hill up and down', [10, 60, 10], 50],
  ['two hills', [10, 60, 20, 70], 100],
  ['the noise of a receiver', [10, 12, 10, 12, 10, 12], 0],
  ['a slow rise', [10, 12, 14, 16, 18, 20], 8],
  ['downhill', [60, 40, 10], 0],
])('metres climbed: %s', (_case, heights, metres) => {
  expect(ascentM(hills(heights))).toBe(metres)
})

test('the ascent is unknown when a point has no elevation', () => {
  expect(ascentM(ROUND.map((point, i) => (i === 300 ? { ...point, ele: null } : point)))).toBeNull()
})

test('stores length, ascent and start', () => {
  expect(storedCourse(ROUND)).toEqual({
    length_m: 10_000,
    ascent_m: 49,
    lat: expect.closeTo(-23.5357, 4),
    lon: -46.63,
  })
})

test('the file for watches contains positions and elevations and nothing else', () => {
  const file = gpxOf(
    pointsOf([
      [-23.5, -46.6, 760.04],
      [-23.6, -46.7],
    ]),
  )
  expect(file).toContain('<trkpt lat="-23.500000" lon="-46.600000"><ele>760.0</ele></trkpt>')
  expect(file).toContain('<trkpt lat="-23.600000" lon="-46.700000"></trkpt>')
})
