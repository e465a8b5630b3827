import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pictureOf, socialImageOf } from '#server/lib/images.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { eventForm } from '#test/factories/event-form.ts'
import { bearer, createOrganizer, createUser } from '#test/factories/user.ts'
import { CIRCLE, gpxFile } from '#test/gpx.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(() => app.close())

let organizer: Awaited<ReturnType<typeof createOrganizer>>
beforeAll(async () => {
  organizer = await createOrganizer(db)
})

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#e97504' } })

async function send(bytes: Buffer, purpose = 'cover', headers: Record<string, string> = bearer(organizer)) {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], 'foto.png', { type: 'image/png' }))
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  return app.call('POST', `/organizer/uploads?purpose=${purpose}`, {
    body: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '', ...headers },
  })
}

async function picture(path: string) {
  const row = await db.selectFrom('uploads').selectAll().where('path', '=', path).executeTakeFirstOrThrow()
  return { row, shown: pictureOf(path, row.picture), social: socialImageOf(row.picture) }
}
const fetched = (url: string) => app.fastify.inject(url)
const addresses = (srcset: string) => srcset.split(', ').map((each) => each.split(' ')[0] ?? '')

describe('a picture', () => {
  test('is stored in every shape and size in which it is shown, and each one is served', async () => {
    const answer = await send(await plain(2000, 2000).png().toBuffer())
    expect(answer.statusCode, answer.body).toBe(201)
    const { row, shown, social } = await picture(answer.json().data.path)
    expect(row).toMatchObject({ user_id: organizer.id, purpose: 'cover', media_type: 'image/jpeg' })
    expect(shown).toMatchObject({ width: 1600, height: 900 })
    expect(shown?.srcset_avif).toMatch(/-480\.avif 480w, .*-960\.avif 960w, .*-1600\.avif 1600w$/)
    expect(shown?.placeholder).toMatch(/^data:image\/webp;base64,/)
    expect(shown?.placeholder.length).toBeLessThan(600)

    for (const [srcset, type, format] of [
      [shown?.srcset_avif, 'image/avif', 'heif'],
      [shown?.srcset_webp, 'image/webp', 'webp'],
    ] as const)
      for (const url of addresses(srcset ?? '')) {
        const file = await fetched(url)
        expect(file.statusCode).toBe(200)
        expect(file.headers['content-type']).toBe(type)
        const { width = 0, height = 0, ...rest } = await sharp(file.rawPayload).metadata()
        expect(rest.format).toBe(format)
        expect(width / height).toBeCloseTo(16 / 9, 2)
      }
    expect(await sharp((await fetched(shown?.src ?? '')).rawPayload).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1600,
      height: 900,
    })
    expect(await sharp((await fetched(social ?? '')).rawPayload).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1200,
      height: 630,
    })
  })

  test('contains nothing but its pixels, and is upright', async () => {
    const photo = await plain(600, 300)
      .withExif({ IFD0: { Copyright: 'segredo' }, IFD3: { GPSLatitude: '23/1 33/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { shown } = await picture((await send(photo, 'route')).json().data.path)
    expect(shown).toMatchObject({ width: 300, height: 600 })
    const kept = (await fetched(shown?.src ?? '')).rawPayload
    expect(await sharp(kept).metadata()).not.toHaveProperty('exif')
    expect(kept.toString('latin1')).not.toContain('segredo')
  })

  test('is never enlarged', async () => {
    const { shown } = await picture(
      (await send(await plain(400, 400).png().toBuffer(), 'product')).json().data.path,
    )
    expect(shown).toMatchObject({ width: 400, height: 400 })
    expect(shown?.srcset_webp).toMatch(/^\S+-240\.webp 240w, \S+-400\.webp 400w$/)
  })

  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('may be %s', async (format) => {
    const bytes = await plain(64, 64).toFormat(format).toBuffer()
    expect((await send(bytes, 'product')).statusCode).toBe(201)
  })
})

describe('a PDF', () => {
  const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\nendobj\n%%EOF')

  test('is stored as a route, and served as a PDF', async () => {
    const { path } = (await send(pdf, 'route')).json().data
    const file = await fetched(`/storage/${path}`)
    expect(file.headers['content-type']).toBe('application/pdf')
    expect(file.rawPayload.equals(pdf)).toBe(true)
    expect((await picture(path)).shown).toBeNull()
  })

  test('as a document is not publicly accessible', async () => {
    const { path } = (await send(pdf, 'document')).json().data
    expect(path).toMatch(/^documents\//)
    expect((await fetched(`/storage/${path}`)).statusCode).toBe(404)
  })

  test('is rejected as a cover', async () => {
    expect((await send(pdf, 'cover')).statusCode).toBe(415)
  })
})

describe('a course', () => {
  test("is drawn, shown with its event, and served without the recorder's name and times", async () => {
    const answer = await send(gpxFile(CIRCLE), 'course')
    expect(answer.statusCode, answer.body).toBe(201)
    const { path, course } = answer.json().data
    expect(course).toMatchObject({ length_m: 10_000, ascent_m: 49, gpx: path })

    const file = await fetched(`/storage/${path}`)
    expect(file.headers['content-type']).toBe('application/gpx+xml')
    expect(file.body).toContain('<ele>760.0</ele>')
    expect(file.body).not.toMatch(/Segredo|time|Relógio|wpt/)

    const drawing = await fetched(`/storage/${course.drawing}`)
    expect(drawing.headers['content-type']).toBe('image/svg+xml')
    expect(drawing.body).toContain('Largada e chegada')

    const body = await eventForm(db)
    const [modality] = body.modalities ?? []
    const created = await app.call('POST', '/events/create', {
      token: organizer.token,
      body: { ...body, modalities: [{ ...modality, course: path }] },
    })
    expect(created.statusCode, created.body).toBe(201)
    expect(created.json().data.modalities[0].course).toBe(path)
    const shown = (await app.call('GET', `/events/${created.json().data.id}`)).json().data
    expect(shown.modalities[0].course).toEqual(course)
  })

  test('rejects a picture as a course, a GPX file as a picture, and a file without a course', async () => {
    expect((await send(await plain(9, 9).png().toBuffer(), 'course')).statusCode).toBe(415)
    expect((await send(gpxFile(CIRCLE), 'route')).statusCode).toBe(415)
    const empty = await send(gpxFile([]), 'course')
    expect(empty.json()).toMatchObject({
      status: 422,
      errors: { file: ['O arquivo GPX não tem um percurso.'] },
    })
  })

  test('is accepted by an event only as a course, and a course accepts nothing else', async () => {
    const { path } = (await send(gpxFile(CIRCLE), 'course')).json().data
    const photo = (await send(await plain(90, 90).png().toBuffer(), 'route')).json().data.path
    const body = await eventForm(db)
    const [modality] = body.modalities ?? []
    const categories = modality?.categories?.map((category) => ({ ...category, route: path }))
    const answer = await app.call('POST', '/events/create', {
      token: organizer.token,
      body: { ...body, modalities: [{ ...modality, course: photo, categories }] },
    })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toMatchObject({
      'modalities.0.course': ['Formato de arquivo não aceito.'],
      'modalities.0.categories.0.route': ['Formato de arquivo não aceito.'],
    })
  })
})

describe('rejects', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  test.each([
    ['an SVG', Buffer.from(svg), 415, 'Formato de arquivo não aceito.'],
    ['text that says it is a PNG', Buffer.from('nada'), 415, 'Formato de arquivo não aceito.'],
    ['half a picture', null, 415, 'Formato de arquivo não aceito.'],
    ['an empty file', Buffer.alloc(0), 415, 'Formato de arquivo não aceito.'],
    ['more than 10 MB', Buffer.alloc(10 * 1024 * 1024 + 1, 1), 413, 'O arquivo enviado é grande demais.'],
  ])('%s', async (_name, bytes, status, message) => {
    const noise = sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
    const half = async () => (await noise.png().toBuffer()).subarray(0, 20_000)
    const answer = await send(bytes ?? (await half()))
    expect(answer.statusCode, answer.body).toBe(status)
    expect(answer.json().message).toBe(message)
  })

  test('a bomb of more than 40 megapixels', { tags: 'operation' }, async () => {
    const answer = await send(await plain(6400, 6400).png().toBuffer())
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual({ file: ['A imagem pode ter no máximo 40 megapixels'] })
  })

  test('another purpose, another role, nobody', async () => {
    const bytes = await plain(9, 9).png().toBuffer()
    expect((await send(bytes, 'qualquer')).statusCode).toBe(422)
    expect((await send(bytes, 'cover', bearer(await createUser(db)))).statusCode).toBe(403)
    expect((await send(bytes, 'cover', {})).statusCode).toBe(401)
  })
})
