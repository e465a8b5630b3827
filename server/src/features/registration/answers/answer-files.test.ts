import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transaction } from '#server/lib/db.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type TestEvent } from '#test/factories/event.ts'
import { createOrganizer, createUser, type TestUser } from '#test/factories/user.ts'
import { callThatWaits } from '#test/locks.ts'
import { companion, register, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\nendobj\n%%EOF')
const QUESTION = 'Tem atestado médico?'

let organizer: Awaited<ReturnType<typeof createOrganizer>>
let event: TestEvent
let runner: TestUser
beforeAll(async () => {
  organizer = await createOrganizer(db)
  event = await createEvent(db, {
    organizerId: organizer.organizerId,
    questionnaires: [{ description: QUESTION, attachFile: 1 }, {}],
  })
  runner = await createUser(db)
})

async function send(bytes: Buffer, { token } = runner) {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], 'atestado.pdf', { type: 'application/pdf' }))
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  return app.call('POST', '/participant/answer-files', {
    token,
    body: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
}
const sent = async (bytes = PDF, user = runner): Promise<string> => (await send(bytes, user)).json().data.path

const answers = (accepted: boolean, file?: string | null) =>
  event.questionnaires.map(({ id }, i) => ({ questionnaire_id: id, accepted, ...(i === 0 && { file }) }))
const registerWith = (user: TestUser, file: string | null, more = {}) =>
  register(app, event, user, submission(event, { questionnaire_acceptances: answers(true, file), ...more }))
const question = () => at(event.questionnaires, 0).id

describe('uploading a file', () => {
  test('stores a PDF unchanged in private storage', async () => {
    const answer = await send(PDF)
    expect(answer.statusCode, answer.body).toBe(201)
    const { path } = answer.json().data
    expect(path).toMatch(/^answers\/[\w-]+\.pdf$/)
    expect((await app.deps.files.read(path))?.equals(PDF)).toBe(true)
    expect((await app.fastify.inject(`/storage/${path}`)).statusCode).toBe(404)
  })

  test('encodes a photograph again, upright and without metadata', async () => {
    const photo = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#e97504' } })
      .withExif({ IFD0: { Copyright: 'segredo' }, IFD3: { GPSLatitude: '23/1 33/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const kept = await app.deps.files.read(await sent(photo))
    const { width, height, ...rest } = await sharp(kept ?? '').metadata()
    expect({ width, height }).toEqual({ width: 300, height: 600 })
    expect(rest).not.toHaveProperty('exif')
  })

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
    ['text declared as a PDF', Buffer.from('nada'), 415],
    ['more than 10 MB', Buffer.alloc(10 * 1024 * 1024 + 1, 1), 413],
  ])('%s is refused', async (_name, bytes, status) => {
    expect((await send(bytes)).statusCode).toBe(status)
  })
})

describe('registering with an uploaded file', () => {
  test.each([
    ['no file', async () => null, 'Anexe o arquivo pedido.'],
    [
      'a file that was never uploaded',
      async () => 'answers/nada.pdf',
      'Arquivo não encontrado. Envie-o de novo.',
    ],
    [
      'a file that another account uploaded',
      async () => sent(PDF, await createUser(db)),
      'Arquivo não encontrado. Envie-o de novo.',
    ],
    ['a file of another kind', async () => 'avatars/x.webp', 'Arquivo não encontrado. Envie-o de novo.'],
  ])('rejects a yes with %s', async (_name, file, message) => {
    const answer = await registerWith(runner, await file())
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      message,
      errors: { [`questionnaire_files.${question()}`]: [message] },
    })
  })

  test('an answer of no requires no file, and stores none', async () => {
    const user = await createUser(db)
    const path = await sent(PDF, user)
    const body = submission(event, { questionnaire_acceptances: answers(false, path) })
    const answer = await register(app, event, user, body)
    expect(answer.statusCode, answer.body).toBe(201)
    const rows = await db
      .selectFrom('questionnaire_answers')
      .selectAll()
      .where('file_path', '=', path)
      .execute()
    expect(rows).toEqual([])
  })

  test('returns and serves the file with every registration of the order', async () => {
    const user = await createUser(db)
    const path = await sent(PDF, user)
    const placed = await registerWith(user, path, { participants: [companion()] })
    expect(placed.statusCode, placed.body).toBe(201)
    for (const { id } of placed.json().data.registrations) {
      const details = await app.call('GET', `/participant/registrations/${id}`, { token: user.token })
      expect(details.json().data.answers).toMatchObject([{ question: QUESTION, file: 'pdf' }, { file: null }])
      const url = `registrations/${id}/answers/${question()}/file`
      const own = await app.call('GET', `/participant/${url}`, { token: user.token })
      const organizers = await app.call('GET', `/organizer/${url}`, { token: organizer.token })
      for (const answer of [own, organizers]) {
        expect(answer.statusCode).toBe(200)
        expect(answer.rawPayload.equals(PDF)).toBe(true)
        expect(answer.headers).toMatchObject({
          'content-type': 'application/pdf',
          'content-disposition': 'attachment; filename="anexo.pdf"',
          'cache-control': 'no-store',
        })
      }
      const read = await db
        .selectFrom('audit_log')
        .select(['actor_user_id', 'entity_id'])
        .where('action', '=', 'registration.answer_file_read')
        .where('entity_id', '=', id)
        .execute()
      expect(read).toEqual([{ actor_user_id: organizer.id, entity_id: id }])
      const without = `/participant/registrations/${id}/answers/${at(event.questionnaires, 1).id}/file`
      expect((await app.call('GET', without, { token: user.token })).statusCode).toBe(404)
    }
  })

  test('asks for the file again when it is removed while the order is being written', async () => {
    const user = await createUser(db)
    const path = await sent(PDF, user)
    const answer = await transaction(db, async (tx) => {
      await tx.deleteFrom('uploads').where('path', '=', path).execute()
      const pending = registerWith(user, path)
      await callThatWaits(db, 'take_spots')
      // Wrapped in an object, because the transaction must not await the order, which needs its commit.
      return { pending }
    })
    const refused = await answer.pending
    expect(refused.statusCode).toBe(422)
    const field = `questionnaire_files.${question()}`
    expect(refused.json().errors).toEqual({ [field]: ['Arquivo não encontrado. Envie-o de novo.'] })
    expect((await registerWith(user, await sent(PDF, user))).statusCode).toBe(201)
  })

  test('the export of personal data contains the file', async () => {
    const user = await createUser(db)
    const path = await sent(PDF, user)
    await registerWith(user, path, { participants: [companion()] })
    const data = (await app.call('GET', '/me/export', { token: user.token })).json()
    const name = path.replace('answers/', '')
    expect(data.inscricoes[0].respostas[0]).toEqual({ pergunta: QUESTION, resposta: 'Sim', anexo: name })
    expect(data.anexos).toEqual([{ arquivo: name, conteudo_em_base64: PDF.toString('base64') }])
  })
})
