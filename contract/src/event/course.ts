import { z } from 'zod'
import '../validation.ts'

/** The course of a modality, computed from the organizer's GPX file (docs/algorithms/course.md). */
export const Course = z.object({
  length_m: z.int(),
  /** Metres climbed; null when the file has no elevations. */
  ascent_m: z.int().nullable(),
  /** The start, in degrees, for a link to an external map. */
  lat: z.number(),
  lon: z.number(),
  /** Paths of the GPX file and of an SVG picture, 1000 wide and 800 high (560 without elevations). */
  gpx: z.string(),
  drawing: z.string(),
})
export type Course = z.infer<typeof Course>
