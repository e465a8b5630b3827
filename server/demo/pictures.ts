import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import {
  type CoursePoint,
  gpxOf,
  type StoredCourse,
  storedCourse,
} from '#server/features/event/domain/course.ts'
import { drawCourse } from '#server/features/event/domain/draw-course.ts'
import { drawingOf, GPX } from '#server/features/event/uploads/upload-file.ts'
import type { Files } from '#server/lib/files.ts'
import { type StoredPicture, socialCard } from '#server/lib/images.ts'
import { courseOf } from './courses.ts'
import type { DistanceName } from './races/distances.ts'
import type { Race } from './races/race.ts'
import { textPdf } from './regulation-pdf.ts'

/** One folder per race: its cover, the cover's placeholder and the map of each distance. */
const PICTURES = new URL('./pictures/', import.meta.url)
/** A logo for each organizer. */
const LOGOS = new URL('./logos/', import.meta.url)
/** Size of the covers. */
const WIDTH = 1600
const HEIGHT = 900
/** Renders the 1600 units of a cover at 1200 pixels, the width of a link preview. */
const SOCIAL_DENSITY = 54

export interface DemoFile {
  path: string
  purpose: 'cover' | 'route' | 'course' | 'document' | 'logo'
  mediaType: string
  bytes: number
  picture: StoredPicture | null
  course?: StoredCourse
}

export interface RaceFiles {
  cover: DemoFile
  routes: ReadonlyMap<DistanceName, DemoFile>
  /** GPX files. */
  courses: ReadonlyMap<DistanceName, DemoFile>
  regulation: DemoFile
}

/** Named by content hash, so that browsers do not show a cached older version. */
function pathOf(folder: string, name: string, ending: string, content: string | Buffer): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8)
  return `${folder}/${name}-${hash}.${ending}`
}

const sizeOf = (content: string | Buffer) => Buffer.byteLength(content)

/** Stores the pictures and maps of a race. Idempotent. */
export async function storeRaceFiles(
  files: Files,
  race: Race,
  slug: string,
  regulation: string,
): Promise<RaceFiles> {
  const drawn = (name: string) => readFile(new URL(`${slug}/${name}.svg`, PICTURES), 'utf8')
  const svg = await drawn('cover')
  const path = pathOf('events', slug, 'svg', svg)
  const social = path.replace('.svg', '-social.jpg')
  await files.write(social, await socialCard(sharp(Buffer.from(svg), { density: SOCIAL_DENSITY })))
  await files.write(path, svg)
  const placeholder = inStyle(await drawn('placeholder'))
  const picture = { width: WIDTH, height: HEIGHT, widths: [], placeholder, social }

  const routes = new Map<DistanceName, DemoFile>()
  for (const name of race.distances) {
    const map = await drawn(name.toLowerCase())
    const mapPath = pathOf('routes', `${slug}-${name.toLowerCase()}`, 'svg', map)
    await files.write(mapPath, map)
    routes.set(name, {
      path: mapPath,
      purpose: 'route',
      mediaType: 'image/svg+xml',
      bytes: sizeOf(map),
      picture: null,
    })
  }

  const courses = new Map<DistanceName, DemoFile>()
  for (const name of race.distances) {
    const points = courseOf(race, name)
    if (points) courses.set(name, await storeCourse(files, `${slug}-${name.toLowerCase()}`, points))
  }

  const pdf = textPdf(race.title, regulation)
  const pdfPath = pathOf('events', `${slug}-regulamento`, 'pdf', pdf)
  await files.write(pdfPath, pdf)
  return {
    cover: { path, purpose: 'cover', mediaType: 'image/svg+xml', bytes: sizeOf(svg), picture },
    routes,
    courses,
    regulation: {
      path: pdfPath,
      purpose: 'document',
      mediaType: 'application/pdf',
      bytes: sizeOf(pdf),
      picture: null,
    },
  }
}

/** Stores the logo of an organizer. Idempotent. */
export async function storeLogo(files: Files, slug: string): Promise<DemoFile> {
  const svg = await readFile(new URL(`${slug}.svg`, LOGOS), 'utf8')
  const path = pathOf('events', `${slug}-logo`, 'svg', svg)
  await files.write(path, svg)
  const { width = 0, height = 0 } = await sharp(Buffer.from(svg)).metadata()
  const picture = { width, height, widths: [], placeholder: '', social: null }
  return { path, purpose: 'logo', mediaType: 'image/svg+xml', bytes: sizeOf(svg), picture }
}

/** As an organizer's upload of a GPX file would. */
async function storeCourse(files: Files, name: string, points: readonly CoursePoint[]): Promise<DemoFile> {
  const gpx = gpxOf(points)
  const path = pathOf('routes', name, 'gpx', gpx)
  await files.write(drawingOf(path), drawCourse(points))
  await files.write(path, gpx)
  return {
    path,
    purpose: 'course',
    mediaType: GPX,
    bytes: sizeOf(gpx),
    picture: null,
    course: storedCourse(points),
  }
}

/** An SVG as a data URL that is valid in CSS `url()`: parentheses are escaped too. */
const inStyle = (svg: string): string =>
  `data:image/svg+xml,${encodeURIComponent(svg).replaceAll('(', '%28').replaceAll(')', '%29')}`
