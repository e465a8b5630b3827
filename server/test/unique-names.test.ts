import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { loadCities } from '#server/features/city/directory.ts'
import { loadPermissions } from '#server/features/producer/load-permissions.ts'
import { asAppError } from '#server/lib/errors.ts'
import { testApp } from './app.ts'
import { organizerForm } from './back-office.ts'
import { testDatabase } from './database.ts'
import { registrationForm } from './factories/account.ts'
import { at, createEvent } from './factories/event.ts'
import { eventForm } from './factories/event-form.ts'
import { nextCnpj, producerForm } from './factories/producer.ts'
import { createOrganizer, createUser, nextCpf } from './factories/user.ts'
import { companion, register, submission } from './wizard.ts'

/*
 * Several who want one name in the same moment: some get it, the others are told, nobody meets a 500. Every unique index of the
 * schema stands in the table; the last test fails for one that does not.
 */

const AT_ONCE = 6

const { db } = await testDatabase()
await Promise.all([loadCities(db), loadPermissions(db)])
const app = await testApp(db)
afterAll(app.close)

const organizer = await createOrganizer(db)
const admin = await createUser(db, { roles: ['Admin'] })
const event = await createEvent(db, {
  organizerId: organizer.organizerId,
  kits: [{ valueCents: 0, feeRate: 0 }],
})

type Answers = Promise<LightMyRequestResponse[]>
const together = (one: (n: number) => Promise<LightMyRequestResponse>): Answers =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, n) => one(n)))
const create = (path: string, { token }: { token?: string }, body: (n: number) => unknown): Answers =>
  together(async (n) => app.call('POST', path, { token, body: await body(n) }))

const [oneCpf, oneCnpj] = [nextCpf(), nextCnpj()]
const form = await eventForm(db, { title: 'Corrida do Mesmo Nome' })

/** By index: whoever wants the same, and how many of them may get it. */
const RACES: Record<string, { ask: () => Answers; mayHave: number }> = {
  users_email: {
    ask: () => create('/register', {}, () => registrationForm({ email: 'uma@exemplo.test' })),
    mayHave: 1,
  },
  users_cpf: { ask: () => create('/register', {}, () => registrationForm({ cpf: nextCpfOnce })), mayHave: 1 },
  events_slug_key: { ask: () => create('/events/create', organizer, () => form), mayHave: AT_ONCE },
  organizers_cnpj: {
    ask: () => create('/organizer/producers/register', organizer, () => producerForm({ cnpj: oneCnpj })),
    mayHave: 1,
  },
  organizers_own_cnpj: {
    ask: () => create('/admin/organizers', admin, () => organizerForm({ cnpj: oneCnpj })),
    mayHave: 1,
  },
  enterprises_cnpj: {
    ask: () => create('/admin/enterprises', admin, (n) => ({ name: `Empresa ${n}`, cnpj: oneCnpj })),
    mayHave: 1,
  },
  registrations_one_active: {
    ask: async () => {
      const buyers = await Promise.all(Array.from({ length: AT_ONCE }, () => createUser(db)))
      return together((n) =>
        register(
          app,
          event,
          at(buyers, n),
          submission(event, { participants: [companion({ cpf: oneCpf })] }),
        ),
      )
    },
    mayHave: 1,
  },
  orders_buyer_user_id_idempotency_key_key: {
    ask: async () => {
      const buyer = await createUser(db)
      const body = submission(event)
      return together(() => register(app, event, buyer, body, 'uma-chave-so'))
    },
    // The first one's answer, again.
    mayHave: AT_ONCE,
  },
}
const nextCpfOnce = nextCpf()

/** Nobody can ask for the same of these: what they hold is made here, or written under a lock of what it belongs to. */
const MADE_HERE: Record<string, string> = {
  states_ibge_id_key: 'our own table of places',
  cities_state_code_name_key: 'our own table of places',
  permissions_name_key: 'our own table of permissions',
  sessions_token_hash_key: 'random',
  user_tokens_token_hash_key: 'random',
  disownment_links_token_hash_key: 'random',
  email_changes_pending: 'written under the lock of the account, what waited before replaced first',
  payments_external_reference_key: 'random',
  organizers_user_id_key: 'written with the account it belongs to',
  organizer_charges_event_id_kind_key: 'inserted where there is none (on conflict do nothing)',
  shirt_sizes_kit_id_name_key: 'written under the lock of the event, names told apart first',
  payment_methods_event_id_type_key: 'written under the lock of the event, types told apart first',
  coupons_event_id_code_key: 'written under the lock of the event, codes told apart first',
  registrations_order_id_position_key: 'written with the order it belongs to',
  payments_provider_charge_id_key: 'named by the gateway, found by our reference first',
  gateway_messages_provider_external_id_key: 'inserted where there is none (on conflict do nothing)',
}

describe.each(Object.entries(RACES))('%s', (_, { ask, mayHave }) => {
  test(`${AT_ONCE} at once`, async () => {
    const statuses = (await ask()).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(mayHave)
    for (const status of statuses) expect([201, 409, 422]).toContain(status)
  })
})

test('a name that is taken where no feature says so is 409, not 500', () => {
  const violation = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'any' })
  expect(asAppError(violation)).toMatchObject({
    status: 409,
    message: 'O estado deste registro mudou. Recarregue a página.',
  })
})

test('every unique index has its row', async () => {
  const { rows } = await sql<{ name: string }>`
    select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where x.indisunique and not x.indisprimary and t.relnamespace = 'public'::regnamespace
      and (x.indkey::text) not in (select attnum::text from pg_attribute where attrelid = t.oid and attname = 'stock_level_id')
  `.execute(db)
  const known = [...Object.keys(RACES), ...Object.keys(MADE_HERE)]
  expect(rows.map(({ name }) => name).sort()).toEqual(known.sort())
})
