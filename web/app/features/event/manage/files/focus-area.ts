import type { Area } from './crop-dialog.tsx'

/** A part of a whole, from 0 to 1 across and down. */
export interface Point {
  x: number
  y: number
}

/** The largest part of a picture with this ratio of width to height, with the point as near to its middle as the edges allow. */
export function areaAround(picture: { width: number; height: number }, ratio: number, { x, y }: Point): Area {
  const width = Math.min(picture.width, Math.round(picture.height * ratio))
  const height = Math.min(picture.height, Math.round(picture.width / ratio))
  const start = (whole: number, part: number, at: number) =>
    Math.round(Math.min(Math.max(0, at * whole - part / 2), whole - part))
  return { x: start(picture.width, width, x), y: start(picture.height, height, y), width, height }
}
