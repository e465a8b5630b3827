import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { dayIn } from '#contract/dates.ts'
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

/* Concurrent requests for one unique value: the allowed number succeeds, the others get an error, none
   gets 500. The last test fails for a unique index of the schema that has no row. */

const AT_ONCE = 6

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const organizer = await createOrganizer(db)
const admin = await createUser(db, { roles: ['Admin'] })
const event = await createEvent(db, {
  organizerId: organizer.organizerId,
  groupsUntil: dayIn('America/Sao_Paulo', new Date()),
  kits: [{ valueCents: 0, feeRate: 0 }],
})

type Answers = Promise<LightMyRequestResponse[]>
const together = (one: (n: number) => Promise<LightMyRequestResponse>): Answers =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, n) => one(n)))
const create = (path: string, { token }: { token?: string }, body: (n: number) => unknown): Answers =>
  together(async (n) => app.call('POST', path, { token, body: await body(n) }))

const [oneCpf, oneCnpj] = [nextCpf(), nextCnpj()]
const form = await eventForm(db, { title: 'Corrida do Mesmo Nome' })

/** For each index: concurrent requests for one value, and how many of them may succeed. */
const CONTENDED: Record<string, { send: () => Answers; allowed: number }> = {
  users_email: {
    send: () => create('/register', {}, () => registrationForm({ email: 'uma@exemplo.test' })),
    allowed: 1,
  },
  users_cpf: {
    send: () => create('/register', {}, () => registrationForm({ cpf: nextCpfOnce })),
    allowed: 1,
  },
  groups_name: {
    send: () =>
      create('/participant/groups', organizer, () => ({ event_id: event.id, name: 'Clube', kind: 'club' })),
    allowed: 1,
  },
  events_slug_key: { send: () => create('/events/create', organizer, () => form), allowed: AT_ONCE },
  organizers_cnpj: {
    send: () => create('/organizer/producers/register', organizer, () => producerForm({ cnpj: oneCnpj })),
    allowed: 1,
  },
  organizers_own_cnpj: {
    send: () => create('/admin/organizers', admin, () => organizerForm({ cnpj: oneCnpj })),
    allowed: 1,
  },
  enterprises_cnpj: {
    send: () => create('/admin/enterprises', admin, (n) => ({ name: `Empresa ${n}`, cnpj: oneCnpj })),
    allowed: 1,
  },
  registrations_one_active: {
    send: async () => {
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
    allowed: 1,
  },
  orders_buyer_user_id_idempotency_key_key: {
    send: async () => {
      const buyer = await createUser(db)
      const body = submission(event)
      return together(() => register(app, event, buyer, body, 'uma-chave-so'))
    },
    // All succeed: the later ones return the first response.
    allowed: AT_ONCE,
  },
}
const nextCpfOnce = nextCpf()

/**
 * Indexes on which requests cannot collide, because the value is generated or written under a lock on its
 * parent.
 */
const UNCONTENDED: Record<string, string> = {
  states_ibge_id_key: 'our own table of cities',
  cities_state_code_name_key: 'our own table of cities',
  permissions_name_key: 'our own table of permissions',
  sessions_token_hash_key: 'random',
  user_tokens_token_hash_key: 'random',
  disownment_links_token_hash_key: 'random',
  transfers_token_hash_key: 'random',
  passkeys_credential_id_key: 'random, made by the device',
  event_alerts_token_key: 'random',
  event_alerts_user_id_event_id_key: 'asked before: it waits again',
  transfers_live: 'written under the lock of its registration',
  refund_choices_taken_by: 'written under the lock of the registration',
  transfers_change: 'written with the change it belongs to',
  confirmation_links_token_hash_key: 'random',
  guardian_links_token_hash_key: 'random',
  registration_changes_open: 'written under the lock of the registration, where there is none',
  email_changes_pending: 'written under the lock of the account, after replacing the pending change',
  installation_only: 'written once, by the migration',
  payments_external_reference_key: 'random',
  team_members_leg: 'written with the order, or under the lock of the team',
  payments_token_key: 'random',
  groups_token_key: 'random',
  group_invites_email: 'invited before: nothing happens',
  events_preview_token_key: 'random',
  refunds_reference_key: 'random',
  wallet_changes_organizer_id_key:
    'written under the lock of the organizer, in place of the change that waits',
  organizers_user_id_key: 'written with the account it belongs to',
  organizer_charges_event_id_kind_key: 'inserted where there is none (on conflict do nothing)',
  event_drafts_event: 'inserted where there is none (on conflict do nothing)',
  export_presets_name: 'written under the lock of the organizer, over one of the same name',
  payment_methods_event_id_type_key: 'written under the lock of the event, duplicate types refused first',
  cancellation_tiers_event_id_days_before_key:
    'written under the lock of the event, duplicate days refused first',
  group_prices_event_id_min_members_key: 'written under the lock of the event, duplicate sizes refused first',
  waiting_room_passes_event_id_number_key: 'inserted where there is none (on conflict do nothing)',
  coupon_codes_event_id_code_key: 'random, drawn again if one exists',
  registrations_order_id_position_key: 'written with the order it belongs to',
  payments_provider_charge_id_key: 'named by the gateway, found by our reference first',
  gateway_messages_provider_external_id_key: 'inserted where there is none (on conflict do nothing)',
}

describe.each(Object.entries(CONTENDED))('%s', (_, { send, allowed }) => {
  test(`${AT_ONCE} concurrent requests: the allowed number succeeds, the others get 409 or 422`, async () => {
    const statuses = (await send()).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(allowed)
    for (const status of statuses) expect([201, 409, 422]).toContain(status)
  })
})

test('a unique violation that no feature handles is 409, not 500', () => {
  const violation = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'any' })
  expect(asAppError(violation)).toMatchObject({
    status: 409,
    message: 'O estado deste registro mudou. Recarregue a página.',
  })
})

test('every unique index has a row', async () => {
  const { rows } = await sql<{ name: string }>`
    select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where x.indisunique and not x.indisprimary and t.relnamespace = 'public'::regnamespace
      and (x.indkey::text) not in (select attnum::text from pg_attribute where attrelid = t.oid and attname = 'stock_level_id')
  `.execute(db)
  const known = [...Object.keys(CONTENDED), ...Object.keys(UNCONTENDED)]
  expect(rows.map(({ name }) => name).sort()).toEqual(known.sort())
})
