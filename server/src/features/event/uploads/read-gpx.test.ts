import { expect, test } from 'vitest'
import { CIRCLE, gpxFile } from '#test/gpx.ts'
import { readGpx } from './read-gpx.ts'

const HERE = [-23.55, -46.63, 760] as const
const THERE = [-23.56, -46.63, 770.5] as const
const xml = (text: string) => Buffer.from(text)

test('reads the points of a track, and ignores waypoints', async () => {
  expect(await readGpx(gpxFile([HERE, THERE]))).toEqual([
    { lat: -23.55, lon: -46.63, ele: 760 },
    { lat: -23.56, lon: -46.63, ele: 770.5 },
  ])
})

test('reads a planned route, a namespace prefix, repeated points and missing elevations', async () => {
  expect(await readGpx(gpxFile([HERE, HERE, THERE], 'rtept'))).toHaveLength(2)
  const prefixed = `<g:gpx xmlns:g="urn:g"><g:trk><g:trkseg>
    <g:trkpt lat="1" lon="1"><g:ele></g:ele></g:trkpt><g:trkpt lat="1.01" lon="1"><g:ele>99999</g:ele></g:trkpt>
  </g:trkseg></g:trk></g:gpx>`
  expect((await readGpx(xml(prefixed))).map(({ ele }) => ele)).toEqual([null, null])
})

const bomb = `<!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><gpx>&b;</gpx>`
const outside = `<!DOCTYPE gpx [<!ENTITY f SYSTEM "file:///etc/passwd">]><gpx><trk>&f;</trk></gpx>`
test.each<[string, Buffer]>([
  ['another kind of XML', xml('<kml><trkpt lat="1" lon="1"/></kml>')],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])],
  ['text', xml('nada')],
  ['nothing', xml('')],
  ['XML that is cut off', gpxFile([HERE, THERE]).subarray(0, -10)],
  ['entities that grow', xml(bomb)],
  ['an entity from a file', xml(outside)],
  ['an entity that nobody defined', xml('<gpx><trk>&x;</trk></gpx>')],
])('refuses %s with 415', async (_case, bytes) => {
  await expect(readGpx(bytes)).rejects.toMatchObject({ status: 415 })
})

test.each<[string, Buffer, string]>([
  ['no points', gpxFile([]), 'O arquivo GPX não tem um percurso.'],
  ['one point', gpxFile([HERE]), 'O arquivo GPX não tem um percurso.'],
  [
    'places that do not exist',
    gpxFile([
      [91, 0],
      [0, 181],
      [Number.NaN, 0],
    ]),
    'O arquivo GPX não tem um percurso.',
  ],
  ['a few metres', gpxFile([HERE, [-23.5501, -46.63]]), 'O percurso precisa ter de 100 m a 500 km.'],
  ['across the ocean', gpxFile([HERE, [38.7, -9.1]]), 'O percurso precisa ter de 100 m a 500 km.'],
  [
    'too many points',
    gpxFile(Array.from({ length: 100_001 }, (_, i) => [0, i / 1e6] as const)),
    'O percurso tem pontos demais: no máximo 100 mil.',
  ],
])('refuses %s with 422', async (_case, bytes, message) => {
  await expect(readGpx(bytes)).rejects.toMatchObject({ status: 422, errors: { file: [message] } })
})

test('the event loop is not blocked while a large file is read', async () => {
  let turns = 0
  const counting = setInterval(() => turns++, 0)
  await readGpx(
    gpxFile(Array.from({ length: 50_000 }, (_, i) => CIRCLE[i % CIRCLE.length] ?? HERE).slice(0, 25_000)),
  )
  clearInterval(counting)
  expect(turns).toBeGreaterThan(5)
})
