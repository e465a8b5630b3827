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
const LOGOS = new URL('./logos/', import.meta.url)
const WIDTH = 1600
const HEIGHT = 900
/** Dots per inch: renders a cover at 1200 pixels, the width of a link preview. */
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
  all: readonly DemoFile[]
  cover: DemoFile
  routes: ReadonlyMap<DistanceName, DemoFile>
  courses: ReadonlyMap<DistanceName, DemoFile>
  regulation: DemoFile
}

interface Storing {
  name: string
  purpose: DemoFile['purpose']
  content: string | Buffer
  picture?: StoredPicture
}
const KINDS = {
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  gpx: GPX,
} as const

/** Idempotent. The path has a hash of the content, so that browsers do not show an older version. */
async function store(files: Files, ending: keyof typeof KINDS, file: Storing): Promise<DemoFile> {
  const { name, purpose, content, picture = null } = file
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8)
  const folder = purpose === 'route' || purpose === 'course' ? 'routes' : 'events'
  const path = `${folder}/${name}-${hash}.${ending}`
  await files.write(path, content)
  return { path, purpose, mediaType: KINDS[ending], bytes: Buffer.byteLength(content), picture }
}

export async function storeRaceFiles(
  files: Files,
  race: Race,
  slug: string,
  regulationText: string,
): Promise<RaceFiles> {
  const drawn = (name: string) => readFile(new URL(`${slug}/${name}.svg`, PICTURES), 'utf8')
  const svg = await drawn('cover')
  const stored = await store(files, 'svg', { name: slug, purpose: 'cover', content: svg })
  const social = stored.path.replace('.svg', '-social.jpg')
  await files.write(social, await socialCard(sharp(Buffer.from(svg), { density: SOCIAL_DENSITY })))
  const placeholder = inStyle(await drawn('placeholder'))
  const cover = { ...stored, picture: { width: WIDTH, height: HEIGHT, widths: [], placeholder, social } }

  const routes = new Map<DistanceName, DemoFile>()
  const courses = new Map<DistanceName, DemoFile>()
  for (const distance of race.distances) {
    const map = distance.toLowerCase()
    const name = `${slug}-${map}`
    routes.set(distance, await store(files, 'svg', { name, purpose: 'route', content: await drawn(map) }))
    const points = courseOf(race, distance)
    if (points) courses.set(distance, await storeCourse(files, name, points))
  }

  const content = textPdf(race.title, regulationText)
  const regulation = await store(files, 'pdf', { name: `${slug}-regulamento`, purpose: 'document', content })
  return {
    all: [cover, ...routes.values(), ...courses.values(), regulation],
    cover,
    routes,
    courses,
    regulation,
  }
}

export async function storeLogo(files: Files, slug: string): Promise<DemoFile> {
  const content = await readFile(new URL(`${slug}.svg`, LOGOS), 'utf8')
  const { width = 0, height = 0 } = await sharp(Buffer.from(content)).metadata()
  const picture = { width, height, widths: [], placeholder: '', social: null }
  return store(files, 'svg', { name: `${slug}-logo`, purpose: 'logo', content, picture })
}

/** As an organizer's upload of a GPX file. */
async function storeCourse(files: Files, name: string, points: readonly CoursePoint[]): Promise<DemoFile> {
  const file = await store(files, 'gpx', { name, purpose: 'course', content: gpxOf(points) })
  await files.write(drawingOf(file.path), drawCourse(points))
  return { ...file, course: storedCourse(points) }
}

/** An SVG as a data URL that is valid in CSS `url()`: parentheses are escaped too. */
const inStyle = (svg: string): string =>
  `data:image/svg+xml,${encodeURIComponent(svg).replaceAll('(', '%28').replaceAll(')', '%29')}`
