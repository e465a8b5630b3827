import { afterAll, describe, expect, test } from 'vitest'
import { newToken } from '#server/lib/tokens.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createUser, nextCpf } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { mailTo } from '#test/mail.ts'
import { submission } from '#test/wizard.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const admin = await createUser(db, { roles: ['Admin'] })
const event = await createEvent(db)
const otherEvent = await createEvent(db)

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
  app.call(method, `/admin/participants${path}`, { token: admin.token, body })
const actionsOn = async (id: number) =>
  (
    await db
      .selectFrom('audit_log')
      .where('entity', '=', 'user')
      .where('entity_id', '=', id)
      .orderBy('id')
      .select('action')
      .execute()
  ).map(({ action }) => action)

describe('merging', () => {
  const merge = (
    kept: { id: number },
    duplicate: { id: number },
    what: 'merge' | 'merge-preview' = 'merge',
  ) => call('POST', `/${kept.id}/${what}`, { duplicate_id: duplicate.id })

  test('moves orders and consents, fills gaps, and anonymizes the duplicate', async () => {
    const kept = await createUser(db, { cpf: null, phone: null })
    const duplicate = await createUser(db, { cpf: nextCpf() })
    await db
      .insertInto('consents')
      .values({
        user_id: duplicate.id,
        kind: 'terms',
        version: '1',
        text_hash: 'x',
        granted: true,
        at: new Date(),
        ip: '10.0.0.1',
      })
      .execute()
    const order = await createOrder(db, event, { buyer: duplicate, additional: 1, key: 'same-key' })
    await createOrder(db, otherEvent, { buyer: kept, key: 'same-key' })

    const preview = (await merge(kept, duplicate, 'merge-preview')).json().data
    expect(preview).toMatchObject({
      orders: 1,
      consents: 1,
      ended_sessions: 1,
      fills: ['CPF', 'Telefone'],
      conflicts: [],
    })
    expect(preview.registrations).toHaveLength(2)

    const answers = await Promise.all([merge(kept, duplicate), merge(kept, duplicate)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await merge(kept, duplicate)).statusCode).toBe(200)

    const rows = await db
      .selectFrom('registrations')
      .where('order_id', '=', order.id)
      .orderBy('position')
      .select(['responsible_user_id', 'cpf'])
      .execute()
    expect(rows.map((row) => row.responsible_user_id)).toEqual([kept.id, kept.id])
    expect(rows[0]?.cpf).toBe(duplicate.cpf)
    const [keeper, gone] = await db
      .selectFrom('users')
      .where('id', 'in', [kept.id, duplicate.id])
      .orderBy('id')
      .selectAll()
      .execute()
    expect(keeper).toMatchObject({ cpf: duplicate.cpf, phone: '11987654321', email: kept.email })
    expect(gone).toMatchObject({ cpf: null, phone: null, name: 'Participante removido', password_hash: null })
    expect(gone?.email).not.toBe(duplicate.email)
    const consents = await db
      .selectFrom('consents')
      .where('user_id', '=', kept.id)
      .select(['version', 'ip'])
      .execute()
    expect(consents).toEqual([{ version: '1', ip: '10.0.0.1' }])
    expect((await app.call('GET', '/me', { token: duplicate.token })).statusCode).toBe(401)
    expect((await app.call('GET', '/participant/list-events', { token: kept.token })).json().meta.total).toBe(
      3,
    )
    expect(await actionsOn(kept.id)).toEqual(['user.merged'])
    // Each address is notified once.
    for (const to of [kept.email, duplicate.email])
      expect((await mailTo(app, to)).map(({ subject }) => subject)).toEqual([
        'As suas contas na Largada agora são uma só',
      ])
    expect(await actionsOn(duplicate.id)).toEqual(['user.merged_into'])
  })

  test('an alert that waits on one of the accounts waits on the remaining one', async () => {
    const kept = await createUser(db)
    const duplicate = await createUser(db)
    const [onlyTheirs, toldHere, toldThere, bothWait] = await Promise.all(
      Array.from({ length: 4 }, () => createEvent(db)),
    )
    const at = new Date('2026-06-01T12:00:00Z')
    const alert = (user: { id: number }, of: { id: number } | undefined, told_at: Date | null) => ({
      user_id: user.id,
      event_id: of?.id ?? 0,
      kind: 'opening',
      token: newToken(),
      created_at: at,
      told_at,
    })
    await db
      .insertInto('event_alerts')
      .values([
        alert(duplicate, onlyTheirs, null),
        alert(kept, toldHere, at),
        alert(duplicate, toldHere, null),
        alert(kept, toldThere, null),
        alert(duplicate, toldThere, at),
        alert(kept, bothWait, null),
        alert(duplicate, bothWait, null),
      ])
      .execute()
    expect((await merge(kept, duplicate)).statusCode).toBe(200)
    const alerts = await db
      .selectFrom('event_alerts')
      .where('user_id', 'in', [kept.id, duplicate.id])
      .select(['user_id', 'event_id', 'told_at'])
      .execute()
    expect(new Set(alerts.map(({ event_id }) => event_id)).size).toBe(4)
    for (const one of alerts) expect(one).toMatchObject({ user_id: kept.id, told_at: null })
  })

  test('a wrong CPF is replaced by that of the remaining account; CPFs of other participants do not change', async () => {
    const [kept, duplicate] = [await createUser(db), await createUser(db)]
    const { registrations } = await createOrder(db, event, { buyer: duplicate, additional: 1 })
    expect((await merge(kept, duplicate)).statusCode).toBe(200)
    const rows = await db
      .selectFrom('registrations')
      .where(
        'id',
        'in',
        registrations.map(({ id }) => id),
      )
      .orderBy('position')
      .select('cpf')
      .execute()
    expect(rows.map(({ cpf }) => cpf)).toEqual([kept.cpf, registrations[1]?.cpf])
  })

  test('two registrations for one event are a conflict until one is cancelled', async () => {
    const [kept, duplicate] = [await createUser(db), await createUser(db)]
    await createOrder(db, event, { buyer: kept })
    const { registrations } = await createOrder(db, event, { buyer: duplicate })
    const preview = (await merge(kept, duplicate, 'merge-preview')).json().data
    expect(preview.conflicts).toMatchObject([{ duplicate_registration: registrations[0]?.id }])
    const answer = await merge(kept, duplicate)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().exception).toMatch(/^As duas contas têm inscrição ativa no mesmo evento/)
    expect(await actionsOn(duplicate.id)).toEqual([])
    const cancelled = await app.call('POST', `/participant/registrations/${registrations[0]?.id}/cancel`, {
      token: duplicate.token,
    })
    expect(cancelled.statusCode, cancelled.body).toBe(200)
    expect((await merge(kept, duplicate)).statusCode).toBe(200)
  })

  test.each([
    [
      'itself',
      async () => {
        const user = await createUser(db)
        return [user, user] as const
      },
    ],
    [
      'an administrator',
      async () => [await createUser(db), await createUser(db, { roles: ['Participante', 'Admin'] })] as const,
    ],
    [
      'into who takes no part',
      async () => [await createUser(db, { roles: ['Empresa'] }), await createUser(db)] as const,
    ],
  ])('of %s is rejected', async (_, pair) => {
    expect((await merge(...(await pair()))).statusCode).toBe(409)
  })

  test('merging two accounts into each other concurrently succeeds in one direction only', async () => {
    const [one, other] = [await createUser(db), await createUser(db)]
    await createOrder(db, event, { buyer: one })
    await createOrder(db, otherEvent, { buyer: other })
    const answers = await Promise.all([merge(one, other), merge(other, one)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const left = await db
      .selectFrom('users')
      .where('id', 'in', [one.id, other.id])
      .where('anonymized_at', 'is', null)
      .select('id')
      .execute()
    expect(left).toHaveLength(1)
    const responsible = await db
      .selectFrom('registrations')
      .where('responsible_user_id', 'in', [one.id, other.id])
      .select('responsible_user_id as id')
      .execute()
    expect(responsible).toEqual([left[0], left[0]])
  })

  test('a concurrent registration with the duplicate is moved to the kept account, or rejected', async () => {
    for (let round = 0; round < 5; round++) {
      const [kept, duplicate] = [await createUser(db), await createUser(db)]
      const [registered, merged] = await Promise.all([
        app.call('POST', `/events/${event.id}/register-participant`, {
          token: duplicate.token,
          body: submission(event),
        }),
        merge(kept, duplicate),
      ])
      expect(merged.statusCode).toBe(200)
      expect([201, 401]).toContain(registered.statusCode)
      const left = await db
        .selectFrom('registrations')
        .where('responsible_user_id', '=', duplicate.id)
        .select('id')
        .execute()
      expect(left).toEqual([])
    }
  })

  test('leaves every invariant intact', async () => {
    expect(await brokenInvariants(db)).toEqual([])
  })
})
