import { afterAll, beforeEach, expect, test } from 'vitest'
import { addDays, dayIn, instantIn } from '#contract/dates.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createUser, type TestUser } from '#test/factories/user.ts'
import { register, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
beforeEach(() => app.deps.clock.set(new Date()))

const ZONE = 'America/Sao_Paulo'
const EVENT_ON = addDays(dayIn(ZONE, new Date()), 60)
/** Soon, because sessions end. */
const DAYS_BEFORE = 58
const DUE_ON = addDays(EVENT_ON, -DAYS_BEFORE)
const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\nendobj\n%%EOF')
const DECLARATION = 'Declaro que sou pessoa com deficiência.'
const PCD = {
  name: 'PCD',
  rate: 10_000,
  declaration: DECLARATION,
  proof: 'Laudo médico',
  proofDaysBefore: DAYS_BEFORE,
}
const race = await createEvent(db, {
  eventOn: EVENT_ON,
  rights: [PCD],
})

async function claimed(): Promise<{ user: TestUser; id: number }> {
  const user = await createUser(db)
  const right = { id: at(race.rights, 0).id, version: 1 }
  const answer = await register(app, race, user, submission(race, { right, payment_method_id: null }))
  expect(answer.statusCode, answer.body).toBe(201)
  return { user, id: answer.json().data.registrations[0].id }
}

async function send(id: number, { token }: TestUser, bytes = PDF) {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], 'laudo.pdf', { type: 'application/pdf' }))
  const request = new Request('http://localhost/', { method: 'PUT', body: form })
  return app.call('PUT', `/participant/registrations/${id}/right-proof`, {
    token,
    body: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
}
const rightOf = async (id: number, { token }: TestUser): Promise<MyRegistration['right']> =>
  (await app.call('GET', `/participant/registrations/${id}`, { token })).json().data.right
const claimOf = (id: number) =>
  db.selectFrom('right_claims').where('registration_id', '=', id).selectAll().executeTakeFirstOrThrow()
const decide = (id: number, status: 'approved' | 'rejected') =>
  db
    .updateTable('right_claims')
    .set({ status, review_reason: status === 'rejected' ? 'Ilegível' : null })
    .where('registration_id', '=', id)
    .execute()

test('a registration says what its claim lacks, and after the proof was sent that it is in review', async () => {
  const { user, id } = await claimed()
  expect(await rightOf(id, user)).toEqual({
    name: 'PCD',
    status: 'awaiting_proof',
    declaration: DECLARATION,
    proof: 'Laudo médico',
    proof_due_on: DUE_ON.split('-').reverse().join('/'),
    proof_sent_at: null,
    can_send_proof: true,
    review_reason: null,
  })
  const answer = await send(id, user)
  expect([answer.statusCode, answer.json().message]).toEqual([
    200,
    'Comprovante enviado. A organização vai conferir.',
  ])
  expect(await rightOf(id, user)).toMatchObject({
    status: 'in_review',
    proof_sent_at: expect.any(String),
    can_send_proof: true,
  })
  const { proof_path: path } = await claimOf(id)
  expect((await app.deps.files.read(path ?? ''))?.equals(PDF)).toBe(true)
  expect((await app.fastify.inject(`/storage/${path}`)).statusCode).toBe(404)
})

test('another file replaces the first, which the daily job deletes', async () => {
  const { user, id } = await claimed()
  await send(id, user)
  const first = await claimOf(id)
  expect((await send(id, user)).statusCode).toBe(200)
  const second = await claimOf(id)
  expect(second.status).toBe('in_review')
  expect(second.proof_path).not.toBe(first.proof_path)
  const unused = db
    .selectFrom('uploads')
    .select('path')
    .where('path', '=', first.proof_path ?? '')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('file_references')
            .select('path')
            .whereRef('file_references.path', '=', 'uploads.path'),
        ),
      ),
    )
  expect(await unused.execute()).toHaveLength(1)
})

test('two files sent at once: one of them stays, in review', async () => {
  const { user, id } = await claimed()
  const answers = await Promise.all([send(id, user), send(id, user)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await claimOf(id)).toMatchObject({ status: 'in_review', proof_path: expect.any(String) })
})

test("404 for another person's registration and for one without a claim", async () => {
  const { id } = await claimed()
  expect((await send(id, await createUser(db))).statusCode).toBe(404)
  const user = await createUser(db)
  const answer = await register(app, race, user, submission(race))
  const plain = answer.json().data.registrations[0].id
  expect((await send(plain, user)).statusCode).toBe(404)
  expect(await rightOf(plain, user)).toBeNull()
})

test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
  ['text declared as a PDF', Buffer.from('nada'), 415],
  ['more than 10 MB', Buffer.alloc(10 * 1024 * 1024 + 1, 1), 413],
])('%s is refused, and the claim still waits', async (_name, bytes, status) => {
  const { user, id } = await claimed()
  expect((await send(id, user, bytes)).statusCode).toBe(status)
  expect(await claimOf(id)).toMatchObject({ status: 'awaiting_proof', proof_path: null })
})

test('the last day counts to its end in the time zone of the event', async () => {
  const { user, id } = await claimed()
  app.deps.clock.set(instantIn(ZONE, DUE_ON, '23:59:00'))
  expect((await rightOf(id, user))?.can_send_proof).toBe(true)
  expect((await send(id, user)).statusCode).toBe(200)
  app.deps.clock.set(instantIn(ZONE, addDays(DUE_ON, 1), '00:01:00'))
  const late = await send(id, user)
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    `O prazo para enviar o comprovante terminou em ${DUE_ON.split('-').reverse().join('/')}.`,
  ])
  expect((await rightOf(id, user))?.can_send_proof).toBe(false)
})

test.each(['approved', 'rejected'] as const)('nothing more is accepted for an %s claim', async (status) => {
  const { user, id } = await claimed()
  await send(id, user)
  await decide(id, status)
  const answer = await send(id, user)
  expect([answer.statusCode, answer.json().message]).toEqual([409, 'Esta inscrição não espera comprovante.'])
  expect(await rightOf(id, user)).toMatchObject({ status, can_send_proof: false })
})

test('nothing more is accepted for a cancelled registration', async () => {
  const { user, id } = await claimed()
  expect(
    (await app.call('POST', `/participant/registrations/${id}/cancel`, { token: user.token })).statusCode,
  ).toBe(200)
  expect((await send(id, user)).statusCode).toBe(409)
})

test('with the deadline over, an order must contain the proof', async () => {
  const user = await createUser(db)
  const late = await createEvent(db, {
    eventOn: addDays(dayIn(ZONE, new Date()), 3),
    rights: [PCD],
  })
  const right = { id: at(late.rights, 0).id, version: 1 }
  const answer = await register(app, late, user, submission(late, { right }))
  expect([answer.statusCode, answer.json().errors]).toEqual([
    422,
    { right: ['O prazo para enviar o comprovante depois terminou. Anexe-o agora.'] },
  ])
})

test('a proof is part of the export of one’s own data', async () => {
  const { user, id } = await claimed()
  await send(id, user)
  const { proof_path: path } = await claimOf(id)
  const data = (await app.call('GET', '/me/export', { token: user.token })).json()
  expect(data.inscricoes[0].direitos).toMatchObject([
    { direito: 'PCD', declaracao: DECLARATION, situacao: 'Em análise', anexo: path?.split('/')[1] },
  ])
  expect(data.anexos).toEqual([{ arquivo: path?.split('/')[1], conteudo_em_base64: PDF.toString('base64') }])
})
