import { formatCnpj, normalizeCnpj } from '#contract/documents.ts'
import type { Permission } from '#contract/roles.ts'
import type { Db } from '#server/lib/db.ts'
import { cnpjOf, createOrganizer, nextNumber, type TestOrganizer } from './user.ts'

interface ProducerOptions {
  organizer: TestOrganizer
  permissions?: readonly Permission[]
  /** Ids of the events to link the realizador to. */
  events?: readonly number[]
  fantasyName?: string
}

/** A realizador with an open session and only the given permissions. */
export async function createProducer(
  db: Db,
  { organizer, permissions = [], events = [], fantasyName }: ProducerOptions,
): Promise<TestOrganizer> {
  const producer = await createOrganizer(db, {
    parentId: organizer.organizerId,
    fantasyName: fantasyName ?? `Realizadora ${nextNumber()}`,
    cpf: null,
  })
  const at = new Date()
  const organizer_id = producer.organizerId
  await db
    .updateTable('organizers')
    .set({
      corporate_reason: 'Realizadora de Eventos Ltda.',
      cnpj: normalizeCnpj(nextCnpj()),
      responsible: producer.name,
      ...ADDRESS,
    })
    .where('id', '=', organizer_id)
    .execute()
  if (permissions.length > 0)
    await db
      .insertInto('organizer_permissions')
      .columns(['organizer_id', 'permission_id', 'granted_at'])
      .expression((eb) =>
        eb
          .selectFrom('permissions')
          .select((each) => [each.val(organizer_id).as('o'), 'id', each.val(at).as('at')])
          .where('name', 'in', permissions),
      )
      .execute()
  if (events.length > 0)
    await db
      .insertInto('event_producers')
      .values(events.map((event_id) => ({ event_id, organizer_id, linked_at: at })))
      .execute()
  return producer
}

const ADDRESS = {
  zip: '01001000',
  street: 'Praça da Sé',
  street_number: '1',
  district: 'Sé',
  city: 'São Paulo',
  state_code: 'SP',
}

/** The form with the saved values of a realizador made by `createProducer`. */
export async function savedProducerForm(db: Db, organizerId: number): Promise<Record<string, unknown>> {
  const row = await db
    .selectFrom('organizers')
    .innerJoin('users', 'users.id', 'organizers.user_id')
    .select(['email', 'cnpj', 'fantasy_name', 'corporate_reason', 'responsible', 'organizers.phone'])
    .where('organizers.id', '=', organizerId)
    .executeTakeFirstOrThrow()
  return { ...producerForm(), nickname: null, ...row }
}

/** Returns a new valid CNPJ, with punctuation. */
export const nextCnpj = (): string => formatCnpj(cnpjOf(nextNumber()))

/** The form of a realizador. */
export const producerForm = (changes: Record<string, unknown> = {}): Record<string, unknown> => {
  const n = nextNumber()
  return {
    nickname: 'Zé',
    email: `realizador${n}@exemplo.test`,
    password: 'senha-forte',
    cnpj: nextCnpj(),
    fantasy_name: `Realizadora ${n}`,
    corporate_reason: 'Realizadora de Eventos Ltda.',
    responsible: 'José da Silva',
    phone: '(11) 98765-4321',
    address: {
      zip: '01001-000',
      address: 'Praça da Sé',
      number: '1',
      complement: null,
      district: 'Sé',
      city: 'São Paulo',
      state: 'SP',
    },
    type: 1,
    enterprise_id: 1,
    ...changes,
  }
}
