import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { createEvent } from '#test/factories/event.ts'
import { createOrganizer, createUser, type TestUser } from '#test/factories/user.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo } from '#test/mail.ts'
import { companion, register, submission } from '#test/wizard.ts'
import { remindInvitedJob } from './group-invitation.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
afterEach(() => app.deps.clock.set(new Date()))

const organizer = await createOrganizer(db)
const TODAY = dayIn('America/Sao_Paulo', new Date())
const DAY_MS = 86_400_000

const call = (user: TestUser, method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
  app.call(method, path, { token: user.token, body })

async function newGroup(groupsUntil = addDays(TODAY, 5)) {
  const race = await createEvent(db, {
    organizerId: organizer.organizerId,
    groupsUntil,
    eventOn: addDays(TODAY, 30),
  })
  const captain = await createUser(db, { name: 'Carla Capitã' })
  const body = { event_id: race.id, name: 'Corredores da Ilha', kind: 'club' }
  const { id } = (await call(captain, 'POST', '/participant/groups', body)).json().data
  const { link } = (await call(captain, 'GET', `/participant/groups/${id}`)).json().data
  return { id: id as number, captain, race, token: link.split('/').at(-1) as string }
}
type Group = Awaited<ReturnType<typeof newGroup>>

let number = 0
const newAddress = () => `convidado-${++number}@exemplo.test`
const HEAD = ['Nome', 'E-mail']
const invite = ({ id, captain }: Pick<Group, 'id' | 'captain'>, rows: unknown[][]) =>
  call(captain, 'POST', `/participant/groups/${id}/invited`, { rows })
const invitedOf = async ({ id, captain }: Group, query = '') =>
  (await call(captain, 'GET', `/participant/groups/${id}/invited${query}`)).json()
const totalsOf = async ({ id, captain }: Group) =>
  (await call(captain, 'GET', `/participant/groups/${id}`)).json().data
const invitations = async (address: string) =>
  (await mailTo(app, address)).filter(({ subject }) => subject.includes('Corredores da Ilha'))

describe('a sheet', () => {
  test('invites each person by e-mail, once, however often it is sent', async () => {
    const group = await newGroup()
    const address = newAddress()
    // Columns in any order, blank rows, and other columns.
    const rows = [
      ['Camisa', ' E-MAIL ', 'Nome completo'],
      ['M', address.toUpperCase(), 'Davi Lima'],
      [],
      ['', '', ''],
    ]
    const answers = await Promise.all([invite(group, rows), invite(group, rows)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(answers.map((answer) => answer.json().data.invited).sort()).toEqual([0, 1])
    expect((await invite(group, rows)).json().data).toEqual({ invited: 0 })
    expect((await invitedOf(group)).data).toEqual([
      { id: expect.any(Number), name: 'Davi Lima', email: address, is_reminded: false },
    ])
    expect(await totalsOf(group)).toMatchObject({ invited: 1, members: 0 })
    const mails = await invitations(address)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Carla Capitã convida você')
    expect(mails[0]?.text).toContain(`/grupo/${group.token}`)
  })

  test('with a wrong row invites nobody, and each error names its cell', async () => {
    const group = await newGroup()
    const [one, two] = [newAddress(), newAddress()]
    const answer = await invite(group, [
      HEAD,
      ['Ana Souza', one],
      ['', two],
      ['Bia Lima', 'bia@'],
      ['www.golpe.com.br', newAddress()],
      ['Caio Reis', ''],
      ['Davi Dias', one.toUpperCase()],
    ])
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual({
      A3: ['Falta o nome'],
      B4: ['Este e-mail não é válido'],
      A5: [expect.any(String)],
      B6: ['Falta o e-mail'],
      B7: ['Este e-mail já está em B2'],
    })
    expect((await invitedOf(group)).meta.total).toBe(0)
  })

  test('needs headings in the first row, somebody, and not too many', async () => {
    const group = await newGroup()
    const errorsOf = async (rows: unknown[][]) => (await invite(group, rows)).json().errors
    const heads = { A1: ['A primeira linha precisa ter os títulos Nome e E-mail.'] }
    expect(await errorsOf([])).toEqual(heads)
    expect(await errorsOf([[], HEAD])).toEqual(heads)
    expect(await errorsOf([HEAD])).toEqual({ A2: ['A planilha não tem ninguém.'] })
    const crowd = Array.from({ length: 501 }, (_, i) => ['Ana Souza', `multidao-${i}@exemplo.test`])
    expect(await errorsOf([HEAD, ...crowd])).toEqual({ A1: ['Envie até 500 pessoas.'] })
    const wide = [...Array.from({ length: 27 }, () => ''), 'Nome', 'E-mail']
    expect(await errorsOf([wide, [...Array.from({ length: 28 }, () => ''), newAddress()]])).toEqual({
      AB2: ['Falta o nome'],
    })
  })

  test('is refused to another captain, and after the last day', async () => {
    const [group, other] = [await newGroup(), await newGroup()]
    const rows = [HEAD, ['Davi Lima', newAddress()]]
    expect((await invite({ ...group, captain: other.captain }, rows)).statusCode).toBe(404)
    await db
      .updateTable('events')
      .set({ groups_until: '2020-01-01' })
      .where('id', '=', group.race.id)
      .execute()
    expect((await invite(group, rows)).statusCode).toBe(409)
  })
})

describe('an invited person', () => {
  test('who joins, by own registration or through another account, is a member instead', async () => {
    const group = await newGroup()
    const runner = await createUser(db)
    const [address, missing] = [newAddress(), newAddress()]
    await invite(group, [HEAD, ['Bia Lima', runner.email], ['Davi Lima', address], ['Caio Reis', missing]])
    const body = submission(group.race, {
      group: group.token,
      participants: [companion({ name: 'Davi Lima', email: address })],
    })
    expect((await register(app, group.race, runner, body)).statusCode).toBe(201)
    expect((await invitedOf(group)).data).toMatchObject([{ email: missing }])
    expect(await totalsOf(group)).toMatchObject({ invited: 1, members: 2 })
    // Both were members before the e-mails were sent.
    expect(await invitations(address)).toEqual([])
    expect(await invitations(missing)).toHaveLength(1)
  })

  test('is reminded once, three days before the names are due, and forgotten after the race', async () => {
    const group = await newGroup()
    const address = newAddress()
    await invite(group, [HEAD, ['Davi Lima', address]])
    const remindAfter = async (days: number) => {
      app.deps.clock.set(new Date(Date.now() + days * DAY_MS))
      await remindInvitedJob.run(app.deps, {})
      return (await invitations(address)).length
    }
    expect(await remindAfter(1)).toBe(1)
    expect(await remindAfter(3)).toBe(2)
    expect(await remindAfter(4)).toBe(2)
    expect((await invitations(address)).at(-1)?.subject).toContain('fecha em')
    expect((await invitedOf(group)).data).toMatchObject([{ is_reminded: true }])
    await remindAfter(40)
    // The session ended, too.
    app.deps.clock.set(new Date())
    expect((await invitedOf(group)).meta.total).toBe(0)
  })

  test('finds it in the own data; it goes with the account of either', async () => {
    const person = await createUser(db, { passwordHash: await passwordHash })
    const remove = ({ token }: TestUser) => app.call('DELETE', '/me', { token, body: { password: PASSWORD } })
    const group = await newGroup()
    await invite(group, [HEAD, ['Davi Lima', person.email], ['Ana Souza', newAddress()]])
    const { convites_para_grupos: mine } = (await call(person, 'GET', '/me/export')).json()
    expect(mine).toMatchObject([{ grupo: 'Corredores da Ilha', nome: 'Davi Lima' }])
    expect((await remove(person)).statusCode).toBe(200)
    expect((await invitedOf(group)).data).toMatchObject([{ name: 'Ana Souza' }])
    await db
      .updateTable('users')
      .set({ password_hash: await passwordHash })
      .where('id', '=', group.captain.id)
      .execute()
    expect((await remove(group.captain)).statusCode).toBe(200)
    const left = await db.selectFrom('group_invites').where('group_id', '=', group.id).select('id').execute()
    expect(left).toEqual([])
  })

  test('is removed by the captain only', async () => {
    const [group, other] = [await newGroup(), await newGroup()]
    await invite(group, [HEAD, ['Davi Lima', newAddress()]])
    const [{ id }] = (await invitedOf(group)).data
    const remove = (by: TestUser, groupId: number) =>
      call(by, 'DELETE', `/participant/groups/${groupId}/invited/${id}`)
    expect((await remove(other.captain, group.id)).statusCode).toBe(404)
    expect((await remove(other.captain, other.id)).statusCode).toBe(404)
    expect((await remove(group.captain, group.id)).statusCode).toBe(200)
    expect((await remove(group.captain, group.id)).statusCode).toBe(404)
    expect((await invitedOf(group)).meta.total).toBe(0)
  })
})

// Last, because its e-mails would delay the other tests.
test('a sheet of 500 people is accepted; then the group is full', async () => {
  const group = await newGroup()
  const crowd = Array.from({ length: 500 }, (_, i) => ['Ana Souza', `cheio-${i}@exemplo.test`])
  expect((await invite(group, [HEAD, ...crowd])).json().data).toEqual({ invited: 500 })
  expect((await invitedOf(group, '?per_page=100&page=5')).data).toHaveLength(100)
  expect((await invite(group, [HEAD, ['Davi Lima', newAddress()]])).statusCode).toBe(409)
  expect(await totalsOf(group)).toMatchObject({ invited: 500 })
}, 60_000)
