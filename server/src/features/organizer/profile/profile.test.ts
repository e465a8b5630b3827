import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrganizerProfile } from '#contract/organizer/organizer-profile.ts'
import { testApp } from '#test/app.ts'
import { organizerForm } from '#test/back-office.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { createOrganizer, createUser, type TestOrganizer } from '#test/factories/user.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(() => app.close())

let organizer: TestOrganizer
beforeEach(async () => {
  organizer = await createOrganizer(db, { fantasyName: 'Ilha Run' })
})

const PROFILE = {
  fantasy_name: 'Ilha Run Eventos',
  about: 'Corridas na ilha desde 2010.\nFeitas por quem corre.',
  public_phone: '(48) 98765-4321',
  public_email: 'Oi@IlhaRun.test',
  site: 'www.ilharun.test/corridas',
  instagram: 'https://www.instagram.com/IlhaRun/?hl=pt',
}
const save = (body: Record<string, unknown>, { token } = organizer) =>
  app.call('PUT', '/organizer/profile', { token, body })
const read = async ({ token } = organizer): Promise<OrganizerProfile> =>
  (await app.call('GET', '/organizer/profile', { token })).json().data
const audited = () =>
  db
    .selectFrom('audit_log')
    .where('action', '=', 'organizer.profile_updated')
    .where('entity_id', '=', organizer.organizerId)
    .select(['actor_user_id', 'before', 'after'])
    .orderBy('id')
    .execute()

async function uploadLogo(bytes: Buffer, purpose = 'logo') {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], 'logo.png', { type: 'image/png' }))
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  return app.call('POST', `/organizer/uploads?purpose=${purpose}`, {
    token: organizer.token,
    body: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
}

describe('an organizer’s own profile', () => {
  test('is saved as a whole, read again, and audited by the names of its fields', async () => {
    const answer = await save(PROFILE)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ message: 'Organização salva com sucesso!' })
    expect(await read()).toEqual({
      fantasy_name: 'Ilha Run Eventos',
      about: 'Corridas na ilha desde 2010.\nFeitas por quem corre.',
      public_phone: '48987654321',
      public_email: 'oi@ilharun.test',
      site: 'https://www.ilharun.test/corridas',
      instagram: 'ilharun',
      logo: null,
      corporate_reason: 'Corre Junto Eventos Ltda.',
      cnpj: expect.stringMatching(/^\d{14}$/),
      responsible: null,
      page: null,
    })
    expect(await audited()).toEqual([
      {
        actor_user_id: organizer.id,
        before: { fantasy_name: 'Ilha Run' },
        after: {
          fantasy_name: 'Ilha Run Eventos',
          changed: ['fantasy_name', 'about', 'public_phone', 'public_email', 'site', 'instagram'],
        },
      },
    ])
    // Repeating it changes nothing.
    expect((await save(PROFILE)).statusCode).toBe(200)
    expect(await audited()).toHaveLength(1)
  })

  test('omitted fields are no longer published', async () => {
    await save(PROFILE)
    await createEvent(db, { organizerId: organizer.organizerId })
    expect((await save({ fantasy_name: 'Ilha Run', public_phone: '', site: ' ' })).statusCode).toBe(200)
    expect(await read()).toMatchObject({
      about: null,
      public_phone: null,
      public_email: null,
      site: null,
      instagram: null,
      page: `ilha-run-${organizer.organizerId}`,
    })
  })

  test('legal name and CNPJ cannot be changed by the organizer', async () => {
    const stored = { cnpj: '11222333000181', corporate_reason: 'Ilha Run Ltda.', responsible: 'Ana' }
    await db.updateTable('organizers').set(stored).where('id', '=', organizer.organizerId).execute()
    await save({ ...PROFILE, cnpj: '47182936000144', corporate_reason: 'Outra', responsible: 'Outra' })
    expect(await read()).toMatchObject(stored)
  })

  test('the phone that Admin registers is public until the organizer changes it', async () => {
    const admin = await createUser(db, { roles: ['Admin'] })
    const form = organizerForm({ phone: '(11) 91234-5678' })
    const { id } = (await app.call('POST', '/admin/organizers', { token: admin.token, body: form })).json()
      .data
    const row = await db
      .selectFrom('organizers')
      .select(['phone', 'public_phone'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ phone: '11912345678', public_phone: '11912345678' })
  })

  test.each([
    ['fantasy_name', ''],
    ['fantasy_name', 'x'.repeat(121)],
    ['about', 'x'.repeat(1_001)],
    ['public_phone', '1234'],
    ['public_email', 'oi@'],
    ['site', 'javascript:alert(1)'],
    ['site', 'não é'],
    ['instagram', 'duas palavras'],
    ['logo', 'events/../../etc/passwd'],
    ['logo', 'events/00000000-0000-0000-0000-000000000000.jpg'],
  ])('rejects %s %j with a message', async (field, value) => {
    const answer = await save({ ...PROFILE, [field]: value })
    expect(answer.statusCode, answer.body).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual([field])
    expect(await read()).toMatchObject({ fantasy_name: 'Ilha Run' })
  })

  test('is neither visible nor editable for a realizador', async () => {
    const producer = await createOrganizer(db, { parentId: organizer.organizerId })
    const answer = await save(PROFILE, producer)
    expect([answer.statusCode, answer.json().message]).toEqual([
      403,
      'Só o organizador vê e muda os dados da organização.',
    ])
    expect((await app.call('GET', '/organizer/profile', { token: producer.token })).statusCode).toBe(403)
  })
})

describe('the logo', () => {
  const wide = () =>
    sharp({ create: { width: 900, height: 300, channels: 4, background: '#e97504' } })
      .png()
      .toBuffer()

  test('is detected by its content, stored uncropped, shown on race and page, and protected from removal', async () => {
    const event = await createEvent(db, { organizerId: organizer.organizerId })
    const uploaded = await uploadLogo(await wide())
    expect(uploaded.statusCode, uploaded.body).toBe(201)
    const { path } = uploaded.json().data
    expect((await save({ ...PROFILE, logo: path })).statusCode).toBe(200)
    expect((await read()).logo).toBe(path)
    const shown = { src: `/storage/${path}`, width: 480, height: 160 }
    expect((await app.call('GET', `/events/${event.id}`)).json().data.organizer).toMatchObject([
      { logo: shown },
    ])
    const page = await app.call('GET', `/organizers/${organizer.organizerId}`)
    expect(page.json().data.logo).toMatchObject(shown)
    const used = await db.selectFrom('file_references').where('path', '=', path).select('path').execute()
    expect(used).toEqual([{ path }])
    const { body } = await save(PROFILE)
    expect(JSON.parse(body).data.logo).toBeNull()
  })

  test('that is not a picture is rejected', async () => {
    expect((await uploadLogo(Buffer.from('<svg onload="alert(1)"/>'))).statusCode).toBe(415)
    expect((await uploadLogo(Buffer.from('%PDF-1.7\n%%EOF'))).statusCode).toBe(415)
    const regulation = await uploadLogo(Buffer.from('%PDF-1.7\n%%EOF'), 'regulation')
    const answer = await save({ ...PROFILE, logo: regulation.json().data.path })
    expect(answer.json().errors).toEqual({ logo: ['Arquivo não encontrado. Envie-o de novo.'] })
  })
})
