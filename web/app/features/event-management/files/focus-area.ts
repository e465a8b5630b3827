import type { Area } from './crop-dialog.tsx'

/** A relative position in a picture: 0 to 1 from left to right and from top to bottom. */
export interface Point {
  x: number
  y: number
}

/** The largest area of this aspect ratio with the point as close to its centre as the edges allow. */
export function areaAround(picture: { width: number; height: number }, ratio: number, { x, y }: Point): Area {
  const width = Math.min(picture.width, Math.round(picture.height * ratio))
  const height = Math.min(picture.height, Math.round(picture.width / ratio))
  const start = (whole: number, part: number, at: number) =>
    Math.round(Math.min(Math.max(0, at * whole - part / 2), whole - part))
  return { x: start(picture.width, width, x), y: start(picture.height, height, y), width, height }
}
