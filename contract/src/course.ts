import { z } from 'zod'
import './validation.ts'

/** The course of a modality, from the organizer's GPX file: docs/algorithms/course.md. */
export const Course = z.object({
  length_m: z.int(),
  /** Metres climbed; null where the file has no elevations. */
  ascent_m: z.int().nullable(),
  /** The start, in degrees, for an outside map. */
  lat: z.number(),
  lon: z.number(),
  /** Storage paths: the course as a GPX file, and as an SVG picture, 1000 wide and 800 high, 560 without elevations. */
  gpx: z.string(),
  drawing: z.string(),
})
export type Course = z.infer<typeof Course>
