import { expect, test } from 'vitest'
import { readDrawing } from '#contract/event/course-drawing.ts'
import { CIRCLE } from '#test/gpx.ts'
import type { CoursePoint } from './course.ts'
import { drawCourse } from './draw-course.ts'

const ROUND: CoursePoint[] = CIRCLE.map(([lat, lon, ele]) => ({ lat, lon, ele }))
/** A course eastwards along the equator with a point every hundred metres. */
const along = (heights: readonly (number | null)[]): CoursePoint[] =>
  heights.map((ele, i) => ({ lat: 0, lon: i * 0.0009, ele }))
const wordsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]+)</g)].map(([, words]) => words)
const pathOf = (svg: string, name: string) => new RegExp(`class="${name}" d="([^"]+)"`).exec(svg)?.[1] ?? ''

test('a loop: north up, kilometre marks along the line, one label for start and finish, a fitting scale', () => {
  const svg = drawCourse(ROUND)
  expect(wordsOf(svg).slice(0, 11)).toEqual([...'123456789', 'Largada e chegada', '1 km'])
  // The circle starts in the north and turns east; half-way it is in the south.
  expect(pathOf(svg, 'line')).toMatch(/^M500 64(l-?\d+ -?\d+)+$/)
  const markAt = (km: number) => new RegExp(`translate\\((\\d+) (\\d+)\\)"><circle/><text>${km}<`).exec(svg)
  expect(markAt(5)?.slice(1)).toEqual(['500', '496'])
  expect(Number(markAt(2)?.[1])).toBeGreaterThan(500)
  expect(svg.length).toBeLessThan(16_000)
})

test('elevations: lowest and highest are labelled, and flat races look flat', () => {
  expect(wordsOf(drawCourse(ROUND))).toEqual(expect.arrayContaining(['810 m', '760 m']))
  const climb = (rise: number) => {
    const ridge = pathOf(drawCourse(along(Array.from({ length: 50 }, (_, i) => (rise * i) / 49))), 'ridge')
    return [...ridge.matchAll(/l-?\d+ (-?\d+)/g)].reduce((sum, [, step]) => sum - Number(step), 0)
  }
  expect([climb(4), climb(400)]).toEqual([8, 80])
})

test('from one place to another without elevations: two ends, no profile, few marks on a long course', () => {
  const svg = drawCourse(along(Array.from({ length: 422 }, () => null)))
  expect(wordsOf(svg)).toEqual(['5', '10', '15', '20', '25', '30', '35', '40', 'Chegada', 'Largada', '5 km'])
  expect(svg).toContain('height="560"')
  expect(svg).not.toContain('class="ridge"')
})

test('the page finds positions in the drawing', () => {
  const at = readDrawing(drawCourse(ROUND))
  // The circle starts in the north and turns east.
  expect(at?.(0).onMap).toEqual({ x: 0.5, y: 64 / 800 })
  expect(at?.(0.5).onMap).toEqual({ x: 0.5, y: 496 / 800 })
  expect(at?.(0.25).onMap.x).toBeGreaterThan(0.6)
  const hill = readDrawing(
    drawCourse(along(Array.from({ length: 51 }, (_, i) => 500 - 4 * Math.abs(25 - i)))),
  )
  expect([0, 0.25, 0.5, 1].map((share) => Math.round(hill?.(share).heightM ?? 0))).toEqual([
    400, 450, 500, 400,
  ])
  expect(hill?.(0.5).onProfile).toEqual({ x: 0.5, y: 620 / 800 })
  expect(readDrawing(drawCourse(along(Array.from({ length: 50 }, () => null))))).toBeNull()
})

test('the label of an end stays inside the map and covers no mark', () => {
  // A loop whose last kilometre returns to the start from below.
  const loop = [...ROUND.slice(0, -1), ...ROUND.slice(0, 1)]
  for (const turn of [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875]) {
    const from = Math.floor(turn * (loop.length - 1))
    const round = [...loop.slice(from, -1), ...loop.slice(0, from + 1)]
    const svg = drawCourse(round)
    const [, x0, y0, dx, dy, anchor] =
      /translate\((\d+) (\d+)\)"><circle class="start"\/><text x="(-?\d+)" y="(-?\d+)" style="text-anchor:(\w+)">/.exec(
        svg,
      ) ?? []
    // The label has seventeen letters, at the size used on phones.
    const width = 340
    const x = Number(x0) + Number(dx) - (anchor === 'start' ? 0 : anchor === 'end' ? width : width / 2)
    const y = Number(y0) + Number(dy)
    expect(x, `${turn}`).toBeGreaterThanOrEqual(0)
    expect(x + width, `${turn}`).toBeLessThanOrEqual(1000)
    const marks = [...svg.matchAll(/class="mark" transform="translate\((\d+) (\d+)\)/g)]
    expect(marks.length).toBeGreaterThan(0)
    const covered = marks.filter(
      ([, mx, my]) => Number(mx) > x && Number(mx) < x + width && Number(my) > y - 32 && Number(my) < y + 8,
    )
    expect(covered, `${turn}`).toEqual([])
  }
})

test('the picture loads no resources and runs no scripts', () => {
  expect(drawCourse(ROUND).replace('http://www.w3.org/2000/svg', '')).not.toMatch(
    /http|url\(|href|script|@import/,
  )
})
