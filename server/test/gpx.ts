/** A GPX file with people, times and devices, which real files contain and the product must not keep. */
export const gpxFile = (
  points: readonly (readonly [lat: number, lon: number, ele?: number])[],
  point: 'trkpt' | 'rtept' = 'trkpt',
): Buffer => {
  const places = points.map(
    ([lat, lon, ele]) =>
      `<${point} lat="${lat}" lon="${lon}">${ele === undefined ? '' : `<ele>${ele}</ele>`}<time>2026-01-01T09:00:00Z</time></${point}>`,
  )
  const body =
    point === 'trkpt' ? `<trk><trkseg>${places.join('')}</trkseg></trk>` : `<rte>${places.join('')}</rte>`
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<!-- gravado por um relógio -->
<gpx version="1.1" creator="Relógio" xmlns="http://www.topografix.com/GPX/1/1">
  <metadata><author><name>Beto Segredo</name></author></metadata>
  <wpt lat="-30" lon="-50"><name>Posto de água</name></wpt>
  ${body}
</gpx>`)
}

/** A circle of ten kilometres around the centre of São Paulo, over one hill of 50 m. */
export const CIRCLE = Array.from({ length: 721 }, (_, i) => {
  const angle = (i * Math.PI) / 360
  const radius = 10_000 / (2 * Math.PI) / 111_195
  const lat = -23.55 + radius * Math.cos(angle)
  const lon = -46.63 + (radius * Math.sin(angle)) / Math.cos((-23.55 * Math.PI) / 180)
  return [lat, lon, 760 + 25 * (1 - Math.cos(angle))] as const
})
