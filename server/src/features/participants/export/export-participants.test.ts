// @module-tag operation
import { get, type IncomingMessage } from 'node:http'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import Papa from 'papaparse'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toBrazilianDate } from '#contract/dates.ts'
import { formatCpf, formatPhone } from '#contract/documents.ts'
import { API_BASE } from '#contract/route.ts'
import { slugify } from '#server/features/event/domain/slug.ts'
import { sha256Hex } from '#server/lib/tokens.ts'
import type { TestApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { answerWithFile } from '#test/factories/answer-file.ts'
import { createBigEvent } from '#test/factories/big-event.ts'
import { createEvent, type TestEvent } from '#test/factories/event.ts'
import { createOrder, type TestOrder } from '#test/factories/order.ts'
import { createProducer } from '#test/factories/producer.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'
import { listeningApp } from '#test/listening-app.ts'
import { register, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
const PEOPLE = 12_000
let app: TestApp
let crowd: TestEvent
let admin: { token: string; id: number }
beforeAll(async () => {
  app = await listeningApp(db)
  crowd = await createBigEvent(db, PEOPLE)
  admin = await createUser(db, { roles: ['Admin'] })
}, 60_000)
afterAll(() => app.close())

const pathOf = (eventId: number, query = '') =>
  `/organizer/events/${eventId}/export-event-participants?${query}`

const exported = (eventId: number, query = '') =>
  app.call('GET', pathOf(eventId, query), { token: admin.token })

/** Parsed with an independent CSV library. */
function readCsv(bytes: Buffer): Record<string, string>[] {
  expect([...bytes.subarray(0, 3)], 'byte order mark').toEqual([0xef, 0xbb, 0xbf])
  const { data, errors } = Papa.parse<Record<string, string>>(bytes.toString('utf8'), {
    header: true,
    delimiter: ';',
    newline: '\r\n',
    skipEmptyLines: true,
  })
  expect(errors).toEqual([])
  return data
}

interface Plain {
  id: number
  status: number
  created: string
  name: string
  cpf: string
  birth_on: string
  sex: number
  phone: string
  email: string
  category: string
  kit: string
  size: string | null
  coupon: string | null
  value_cents: number
  discount_cents: number
  fee_cents: number
  total_cents: number
  paid_cents: number
  paid_on: string | null
  yes: number
}

/** The same data, read from the tables. */
async function plainly(eventId: number, where = sql`true`): Promise<Plain[]> {
  const { rows } = await sql<Plain>`
    select r.id, r.status, to_char(r.created_at at time zone 'America/Sao_Paulo', 'DD/MM/YYYY HH24:MI') as created, r.name, r.cpf,
      r.birth_on, r.sex, r.phone, u.email, c.name as category, k.name as kit, s.name as size, p.code as coupon,
      r.value_cents, r.discount_cents, r.fee_cents, r.total_cents, coalesce(paid.cents, 0)::int as paid_cents,
      (paid.at at time zone 'America/Sao_Paulo')::date as paid_on,
      (select count(*) from questionnaire_answers a where a.registration_id = r.id and a.accepted)::int as yes
    from registrations r join users u on u.id = r.responsible_user_id join categories c on c.id = r.category_id
    join kits k on k.id = r.kit_id left join shirt_sizes s on s.id = r.shirt_size_id left join coupons p on p.id = r.coupon_id
    left join lateral (
      select sum(i.amount_cents) as cents, max(q.paid_at) as at from payment_items i join payments q on q.id = i.payment_id
      where i.registration_id = r.id and q.status in (1, 2, 3, 12) and q.duplicate_of is null
    ) paid on true
    where r.event_id = ${eventId} and ${where} order by r.id desc`.execute(db)
  return rows
}

const money = (cents: number) => `${Math.trunc(cents / 100)},${String(cents % 100).padStart(2, '0')}`

describe('every row equals the registration in the database', () => {
  test('as CSV, complete', async () => {
    const answer = await exported(crowd.id)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${slugify(crowd.title)}-participantes.csv"`,
      'cache-control': 'no-store',
      'x-total-rows': String(PEOPLE),
    })
    const expectedBytes = Number(answer.headers['x-expected-bytes'])
    expect(Math.abs(expectedBytes / answer.rawPayload.length - 1)).toBeLessThan(0.1)

    const rows = readCsv(answer.rawPayload)
    const plain = await plainly(crowd.id)
    expect(rows).toHaveLength(PEOPLE)
    const compared = rows.map((row) => [
      row.Inscrição,
      row['Inscrito em'],
      row.Nome,
      row.CPF,
      row['Data de nascimento'],
      row.Sexo,
      row.Telefone,
      row['E-mail'],
      row.Categoria,
      row.Kit,
      row.Tamanho,
      row.Cupom,
      row['Valor do kit'],
      row.Desconto,
      row['Taxa de serviço'],
      row.Total,
      row['Valor pago'],
      row['Pago em'],
      row['Já correu esta distância?'] === 'Sim',
    ])
    const wanted = plain.map((row) => [
      String(row.id),
      row.created,
      row.name,
      formatCpf(row.cpf),
      toBrazilianDate(row.birth_on),
      row.sex === 0 ? 'Masculino' : 'Feminino',
      formatPhone(row.phone),
      row.email,
      row.category,
      row.kit,
      row.size ?? '',
      row.coupon ?? '',
      money(row.value_cents),
      money(row.discount_cents),
      money(row.total_cents - row.value_cents + row.discount_cents),
      money(row.total_cents),
      money(row.paid_cents),
      row.paid_on ? toBrazilianDate(row.paid_on) : '',
    ])
    expect(compared.map((row) => row.slice(0, -1))).toEqual(wanted)
    const answers = await sql<{ id: number; accepted: boolean }>`
      select a.registration_id as id, a.accepted from questionnaire_answers a join questionnaires q on q.id = a.questionnaire_id
      where q.event_id = ${crowd.id} and q.description = 'Já correu esta distância?'`.execute(db)
    const said = new Map(answers.rows.map(({ id, accepted }) => [String(id), accepted]))
    expect(compared.map((row) => row.at(-1))).toEqual(wanted.map(([id]) => said.get(id ?? '') ?? false))
  })

  test('as XLSX, with real numbers and dates, in the requested columns', async () => {
    const category = crowd.categories.at(-1)
    const answer = await exported(
      crowd.id,
      `format=xlsx&category_id=${category?.id}&columns=paid_on,id,birth_on,total,paid,name,created_at`,
    )
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="${slugify(crowd.title)}-participantes.xlsx"`,
    )
    const sheets = await readXlsxFile(answer.rawPayload)
    const [sheet] = sheets as unknown as { data: unknown[][] }[]
    const [headings, ...rows] = sheet?.data ?? []
    expect(headings).toEqual([
      'Inscrição',
      'Inscrito em',
      'Nome',
      'Data de nascimento',
      'Total',
      'Valor pago',
      'Pago em',
    ])
    const plain = await plainly(crowd.id, sql`r.category_id = ${category?.id}`)
    expect(rows.length).toBeGreaterThan(10)
    // A spreadsheet counts days, of which a minute is not an exact fraction.
    const minutes = (instant: unknown) =>
      instant instanceof Date
        ? new Date(Math.round(instant.getTime() / 60_000) * 60_000).toISOString().slice(0, 16)
        : null
    expect(
      rows.map(([id, created, name, born, total, paid, paidOn]) => [
        id,
        minutes(created),
        name,
        minutes(born),
        total,
        paid,
        minutes(paidOn),
      ]),
    ).toEqual(
      plain.map((row) => {
        const [day = '', time] = row.created.split(' ')
        return [
          row.id,
          `${day.split('/').reverse().join('-')}T${time}`,
          row.name,
          `${row.birth_on}T00:00`,
          row.total_cents / 100,
          row.paid_cents / 100,
          row.paid_on && `${row.paid_on}T00:00`,
        ]
      }),
    )
  })

  test.each<[string, () => string, () => ReturnType<typeof sql>]>([
    ['a status', () => 'registration_status=0', () => sql`r.status = 0`],
    ['a search', () => 'search=ASSUNCAO', () => sql`searchable(r.name || ' ' || u.email) like '%assuncao%'`],
    [
      'a search and a filter',
      () => `search=silva&product_id=${crowd.kits[1]?.id}`,
      () => sql`searchable(r.name || ' ' || u.email) like '%silva%' and r.kit_id = ${crowd.kits[1]?.id}`,
    ],
    ['nobody', () => 'search=ninguemsechamaassim', () => sql`false`],
  ])('matches the list: %s', async (_name, query, where) => {
    const answer = await exported(crowd.id, `${query()}&columns=id`)
    const plain = await plainly(crowd.id, where() as ReturnType<typeof sql>)
    expect(readCsv(answer.rawPayload).map((row) => Number(row.Inscrição))).toEqual(plain.map(({ id }) => id))
    expect(Number(answer.headers['x-total-rows'])).toBe(plain.length)
  })
})

test('instants are in the event’s time zone', async () => {
  const event = await createEvent(db, { timezone: 'America/Manaus' })
  await createOrder(db, event, { createdAt: new Date('2026-05-10T03:05:00Z') })
  const [row] = readCsv((await exported(event.id, 'columns=created_at')).rawPayload)
  expect(row?.['Inscrito em']).toBe('09/05/2026 23:05')
})

test.each([
  ['the participant', true, '10,00', '0,00'],
  ['the organizer', false, '0,00', '10,00'],
])(
  'the fee is in the column of the party that pays it: %s',
  async (_, isIncrement, participants, organizers) => {
    const event = await createEvent(db, { kits: [{ valueCents: 10_000, feeRate: 1_000, isIncrement }] })
    await createOrder(db, event)
    const [row] = readCsv((await exported(event.id, 'columns=fee,organizer_fee')).rawPayload)
    expect(row).toEqual({ 'Taxa de serviço': participants, 'Taxa do organizador': organizers })
  },
)

describe('text entered by users', () => {
  const NASTY = [
    '=HYPERLINK("http://mau.test";"clique")',
    '+55 11',
    '-1+1',
    '@soma',
    '\tTab',
    '＝1+1',
    'Ana "Nana"; a Veloz',
    "D'Ávila",
    'Duas\r\nlinhas',
    'Zoë 🏃‍♀️ Ñandú',
  ]
  let event: TestEvent
  const orders: TestOrder[] = []
  beforeAll(async () => {
    event = await createEvent(db, {
      terms: [{ name: 'Regulamento; geral' }],
      questionnaires: [{ description: '=1+1\nQual?' }],
    })
    for (const name of NASTY) {
      const order = await createOrder(db, event, { payment: null, registrationStatus: 0 })
      orders.push(order)
      await sql`update registrations set name = ${name} where id = ${order.registrations[0]?.id}`.execute(db)
    }
  })

  test('is neither a formula nor a line break in CSV, and arrives unchanged', async () => {
    const answer = await exported(event.id, 'columns=name,answers')
    expect(answer.payload.split('\r\n')[0]).toBe("\uFEFFNome;'=1+1 Qual?")
    const names = readCsv(answer.rawPayload).map(({ Nome }) => Nome)
    const wanted = NASTY.map((name) => name.replace('\r\n', ' ')).map((name) =>
      /^[=+\-@\t＝]/.test(name) ? `'${name}` : name,
    )
    expect(names).toEqual(wanted.toReversed())
    expect(answer.payload.split('\n')).toHaveLength(
      NASTY.length + 1 + (answer.payload.endsWith('\n') ? 1 : 0),
    )
  })

  test('is text in XLSX', async () => {
    const answer = await exported(event.id, 'format=xlsx&columns=name')
    const [sheet] = (await readXlsxFile(answer.rawPayload)) as unknown as { data: unknown[][] }[]
    const names = sheet?.data.slice(1).map(([name]) => name)
    // The reader trims text.
    expect(names).toEqual(NASTY.map((name) => name.replace('\r\n', ' ').trim()).toReversed())
  })

  test('contains the accepted version of each term, and when it was accepted', async () => {
    const [order] = orders
    const { rows } = await sql<{
      id: number
      description: string
    }>`select id, description from terms where event_id = ${event.id}`.execute(db)
    const hash = sha256Hex(rows[0]?.description ?? '')
    await sql`
      insert into term_acceptances values (${order?.registrations[0]?.id}, ${rows[0]?.id}, 1, '2026-03-01T12:30:00Z')
      on conflict (registration_id, term_id) do update set accepted_at = excluded.accepted_at`.execute(db)
    const answer = await exported(event.id, 'columns=id,terms,terms_versions')
    const row = readCsv(answer.rawPayload).find(
      ({ Inscrição }) => Inscrição === String(order?.registrations[0]?.id),
    )
    expect(row).toMatchObject({
      'Termo: Regulamento; geral (versão)': '1',
      'Termo: Regulamento; geral (aceito em)': '01/03/2026 09:30',
      'Versões dos termos aceitos': `Regulamento; geral, versão 1, aceito em 01/03/2026 09:30, SHA-256 ${hash}`,
    })
  })
})

test('the price is explained in one cell', async () => {
  const event = await createEvent(db, {
    coupons: [{ code: 'DEZ' }],
    kits: [{ name: 'Kit Completo', tiers: [{ name: 'Único', valueCents: 10_000 }] }],
  })
  const coupon = { discount_coupon_id: event.coupons[0]?.id ?? null, discount_coupon_code: 'DEZ' }
  expect((await register(app, event, await createUser(db), submission(event, coupon))).statusCode).toBe(201)
  const [row] = readCsv((await exported(event.id, 'columns=price_lines')).rawPayload)
  expect(row?.['Composição do preço']).toBe(
    'Kit Completo · Único R$ 100,00; Cupom DEZ -R$ 10,00; Taxa de serviço R$ 10,00',
  )
})

test('a preset for timing companies has the columns they need', async () => {
  const answer = await exported(crowd.id, 'columns=bib,name,birth_on,sex,category,team,city&search=assuncao')
  const [headings] = answer.payload.split('\r\n')
  expect(headings?.slice(1)).toBe('Número de peito;Nome;Data de nascimento;Sexo;Categoria;Equipe;Cidade')
})

test.each([
  ['format=pdf', 'format', 'Formato desconhecido'],
  ['columns=id,senha', 'columns', 'Coluna desconhecida'],
  ['payment_date_start=ontem', 'payment_date_start', 'Data inválida'],
])('%s is refused: %s, %s', async (query, field, message) => {
  const answer = await exported(crowd.id, query)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual({ [field]: [message] })
})

test('the search may be sent in the body', async () => {
  const found = (search: string) =>
    app.call('POST', pathOf(crowd.id, ''), { token: admin.token, body: { search, columns: 'name' } })
  const asked = await exported(crowd.id, 'search=assuncao&columns=name')
  const sent = await found('assuncao')
  expect(sent.statusCode).toBe(200)
  expect(sent.body).toBe(asked.body)
  expect((await found('ninguemsechamaassim')).headers['x-total-rows']).toBe('0')
})

test('the history of the event records who exported, without the search', async () => {
  await exported(crowd.id, 'search=12345678901&columns=name')
  const entry = await db
    .selectFrom('audit_log')
    .where('action', '=', 'event.participants_exported')
    .orderBy('id', 'desc')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ actor_user_id: admin.id, event_id: crowd.id, entity_id: crowd.id })
  expect(entry.after).toEqual({
    format: 'csv',
    rows: 0,
    columns: 1,
    health: false,
    filters: { search: true },
  })
})

describe('during an export', () => {
  // Forty megabytes exceed the network buffers, so that the server is in the middle of sending while nobody
  // reads.
  beforeAll(async () => {
    await sql`update categories set name = rpad(name, 1500, '.') where event_id = ${crowd.id}`.execute(db)
    await sql`update kits set name = rpad(name, 1500, '.') where event_id = ${crowd.id}`.execute(db)
  })
  /** The response's headers were received, but nobody reads the body. */
  const begin = ({ token } = admin) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const address = `http://127.0.0.1:${app.deps.config.port}${API_BASE}${pathOf(crowd.id)}`
      get(address, { headers: { authorization: `Bearer ${token}` }, agent: false }, resolve).once(
        'error',
        reject,
      )
    })
  /** The exports that wait for their reader: their transaction is open and has been idle for a while. */
  const waiting = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'
        and backend_xmin is not null and state_change < clock_timestamp() - interval '200 ms'`.execute(db)
    return rows.map(({ pid }) => pid)
  }
  const textOf = async (answer: IncomingMessage) => {
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  test('registrations made during an export are not included', async () => {
    const answer = await begin()
    await expect.poll(waiting).toHaveLength(1)
    await sql`update registrations set name = 'Mudou Depois' where event_id = ${crowd.id} and id = (
      select min(id) from registrations where event_id = ${crowd.id})`.execute(db)
    const rows = readCsv(await textOf(answer))
    expect(rows).toHaveLength(PEOPLE)
    expect(rows.filter(({ Nome }) => Nome === 'Mudou Depois')).toEqual([])
    await expect.poll(waiting).toEqual([])
  })

  test('each account has one export at a time: the next gets its position, and starts in its turn', async () => {
    const others = [await createUser(db, { roles: ['Admin'] }), await createUser(db, { roles: ['Admin'] })]
    const late = await createUser(db, { roles: ['Admin'] })
    const ask = ({ token }: { token: string }) =>
      app.call('GET', `${pathOf(crowd.id)}?columns=id&search=assuncao`, { token })
    const own = await begin()
    await expect.poll(waiting).toHaveLength(1)
    const second = await ask(admin)
    expect(second.statusCode).toBe(409)
    expect(second.headers['retry-after']).toBe('2')
    expect(second.json()).toMatchObject({
      message:
        'Já há uma exportação sua, ou da sua organização, em andamento. Esta começa quando ela terminar.',
      waiting: 1,
    })
    // Nobody else waits.
    const running = [own, ...(await Promise.all(others.map(begin)))]
    await expect.poll(waiting).toHaveLength(3)
    const third = await ask(late)
    expect(third.statusCode).toBe(409)
    expect(third.headers['retry-after']).toBe('2')
    expect(third.json()).toMatchObject({
      message: 'Há 4 exportações antes da sua. Ela começa quando chegar a sua vez.',
      waiting: 4,
    })
    running[1]?.destroy()
    await expect.poll(async () => (await ask(late)).statusCode).toBe(200)
    for (const answer of running) answer.destroy()
    await expect.poll(waiting).toEqual([])
    await expect.poll(async () => (await ask(admin)).statusCode).toBe(200)
  })

  test('an organizer and its realizadores share one slot, and the other slots stay free for others', async () => {
    const organizer = await createOrganizer(db)
    const { organizer_id } = await db
      .selectFrom('events')
      .select('organizer_id')
      .where('id', '=', crowd.id)
      .executeTakeFirstOrThrow()
    const owner = { ...organizer, organizerId: organizer_id }
    const permissions = ['export-listing-participants'] as const
    const helper = () => createProducer(db, { organizer: owner, events: [crowd.id], permissions })
    const [first, second] = [await helper(), await helper()]
    const running = await begin(first)
    expect(running.statusCode).toBe(200)
    const refused = await app.call('GET', pathOf(crowd.id), { token: second.token })
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({
      message: expect.stringContaining('ou da sua organização'),
      waiting: 1,
    })
    expect((await exported(crowd.id, 'columns=id&search=assuncao')).statusCode).toBe(200)
    running.destroy()
    await expect.poll(waiting).toEqual([])
  })

  test('a lost database connection cuts the download, so that no truncated file looks complete', async () => {
    const answer = await begin()
    await expect.poll(waiting).toHaveLength(1)
    const [pid] = await waiting()
    await sql`select pg_terminate_backend(${pid})`.execute(db)
    await expect(textOf(answer).then(({ length }) => length)).rejects.toThrow('aborted')
    expect(answer.complete).toBe(false)
    expect((await exported(crowd.id, 'columns=id&search=assuncao')).statusCode).toBe(200)
  })
})

test('a HEAD request exports nothing', async () => {
  const answer = await app.fastify.inject({
    method: 'HEAD',
    url: `${API_BASE}${pathOf(crowd.id)}`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(answer.statusCode).toBe(404)
})

test('kits with the same name are distinguished by category', async () => {
  const event = await createEvent(db, {
    modalities: [{ name: '5 km', categories: [{ name: 'Geral' }] }],
    kits: [
      { name: 'Kit', valueCents: 10_000 },
      { name: 'Kit', valueCents: 12_000 },
      { name: 'Outro', valueCents: 10_000 },
    ],
  })
  for (const kit of [0, 1, 2]) await createOrder(db, event, { kit })
  const rows = readCsv((await exported(event.id, 'columns=kit')).rawPayload)
  expect(rows.map(({ Kit }) => Kit)).toEqual(['Outro', 'Kit (5 km · Geral)', 'Kit (5 km · Geral)'])
})

describe('presets of the team', () => {
  test('replace one with the same name, are shared by the events of an organizer, and can be deleted', async () => {
    const organizer = await createOrganizer(db)
    const event = await createEvent(db, { organizerId: organizer.organizerId })
    const other = await createEvent(db, { organizerId: organizer.organizerId })
    const call = (method: 'GET' | 'PUT' | 'DELETE', path = '', body?: object, eventId = event.id) =>
      app.call(method, `/organizer/events/${eventId}/export-presets${path}`, {
        token: organizer.token,
        ...(body && { body }),
      })
    const preset = { name: 'Chip Brasil', columns: ['name'], only_confirmed: true }
    await call('PUT', '', preset)
    const saved = (await call('PUT', '', { ...preset, name: 'CHIP brasil', columns: ['name', 'cpf'] })).json()
    expect(saved.data).toEqual([
      { id: expect.any(Number), name: 'CHIP brasil', columns: ['id', 'name', 'cpf'], only_confirmed: true },
    ])
    expect((await call('GET', '', undefined, other.id)).json().data).toEqual(saved.data)
    const refused = await call('PUT', '', { ...preset, name: 'camisetas' })
    expect(refused.json().errors).toEqual({
      name: ['Este nome é de um modelo da plataforma. Escolha outro.'],
    })
    const [{ id }] = saved.data
    await call('PUT', '', { ...preset, name: 'Kits' })
    const taken = await call('PUT', '', { ...preset, id, name: 'kits' })
    expect(taken.json().errors).toEqual({ name: ['A equipe já tem um modelo com este nome.'] })
    const renamed = await call('PUT', '', { id, name: 'Chip Norte', columns: ['cpf'], only_confirmed: false })
    expect(renamed.json().data).toEqual([
      { id, name: 'Chip Norte', columns: ['id', 'cpf'], only_confirmed: false },
      expect.objectContaining({ name: 'Kits' }),
    ])
    expect((await call('PUT', '', { ...preset, id: 999_999 })).statusCode).toBe(404)
    const kits = renamed.json().data[1].id
    await call('DELETE', `/${kits}`)
    const stranger = await createOrganizer(db)
    expect(
      (
        await app.call(
          'PUT',
          `/organizer/events/${(await createEvent(db, { organizerId: stranger.organizerId })).id}/export-presets`,
          { token: stranger.token, body: { ...preset, id } },
        )
      ).statusCode,
    ).toBe(404)
    const path = `/organizer/events/${event.id}/export-presets/${saved.data[0].id}`
    expect((await app.call('DELETE', path, { token: stranger.token })).statusCode).toBe(404)
    expect((await call('DELETE', `/${saved.data[0].id}`)).json().data).toEqual([])
  })
})

describe('the files of the answers', () => {
  test('come as one ZIP, named by registration and person; without files the request is refused', async () => {
    const event = await createEvent(db)
    const zip = () =>
      app.call('GET', `/organizer/events/${event.id}/answer-files.zip`, { token: admin.token })
    expect((await zip()).json().message).toBe('Nenhuma resposta tem anexo com esses filtros.')
    const [registration] = (await createOrder(db, event)).registrations
    const registrationId = registration?.id ?? 0
    await db
      .updateTable('registrations')
      .set({ name: 'Zoë Ñandú' })
      .where('id', '=', registrationId)
      .execute()
    const questionId = await answerWithFile(app.deps, { registrationId, event })
    const answer = await zip()
    expect(answer.headers['content-type']).toBe('application/zip')
    const files = unzipSync(answer.rawPayload)
    expect(Object.keys(files)).toEqual([
      expect.stringMatching(new RegExp(`^${registrationId}-zoe-nandu-${questionId}\\.(pdf|jpg)$`)),
    ])
    expect(new TextDecoder().decode(Object.values(files)[0])).toBe('%PDF-1.7')
    const found = (body: object) =>
      app.call('POST', `/organizer/events/${event.id}/answer-files.zip`, { token: admin.token, body })
    expect(Object.keys(unzipSync((await found({ search: 'zoe nandu' })).rawPayload))).toHaveLength(1)
    expect((await found({ search: 'zoe nandu', registration_status: '2' })).statusCode).toBe(409)
    expect((await found({ search: 'outra pessoa' })).statusCode).toBe(409)
  })
})
