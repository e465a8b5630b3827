import { sql } from 'kysely'
import { addDays, type IsoDate, instantIn } from '#contract/dates.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { BANK_ZONE } from '../../domain/due-date.ts'
import type { ChargeStatus, Method, RefundStatus } from './protocol.ts'

const COLUMNS = [
  'id',
  'number',
  'external_reference',
  'method',
  'amount_cents',
  'installments',
  'credited',
  'due_on',
  'expires_at',
  'description',
  'payer_name',
  'payer_cpf_hint',
  'status',
  'card_last_digits',
  'paid_at',
  'disputed_at',
  'created_at',
] as const

type Typed = { method: Method; status: ChargeStatus }

export type SandboxCharge = NonNullable<Awaited<ReturnType<typeof findCharge>>>

export async function insertCharge(
  db: Db,
  charge: {
    id: string
    externalReference: string
    method: Method
    amountCents: number
    installments: number
    dueOn: string
    expiresAt: Date | null
    description: string
    payerName: string
    payerCpfHint: string
    at: Date
  },
) {
  return db
    .insertInto('sandbox.charges')
    .values({
      id: charge.id,
      external_reference: charge.externalReference,
      method: charge.method,
      amount_cents: charge.amountCents,
      installments: charge.installments,
      due_on: charge.dueOn,
      expires_at: charge.expiresAt,
      description: charge.description,
      payer_name: charge.payerName,
      payer_cpf_hint: charge.payerCpfHint,
      status: 'PENDING' satisfies ChargeStatus,
      created_at: charge.at,
      updated_at: charge.at,
    })
    .returning(COLUMNS)
    .$narrowType<Typed>()
    .executeTakeFirstOrThrow()
}

export const findCharge = (db: Db, id: string) =>
  db
    .selectFrom('sandbox.charges')
    .where('id', '=', id)
    .select(COLUMNS)
    .$narrowType<Typed>()
    .executeTakeFirst()

export const lockCharge = (tx: Tx, id: string) =>
  tx
    .selectFrom('sandbox.charges')
    .where('id', '=', id)
    .select(COLUMNS)
    .$narrowType<Typed>()
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Of a day of São Paulo's, the earliest first. */
export const listChargesOf = (db: Db, day: IsoDate, { offset, limit }: { offset: number; limit: number }) =>
  db
    .selectFrom('sandbox.charges')
    .where('created_at', '>=', instantIn(BANK_ZONE, day, '00:00'))
    .where('created_at', '<', instantIn(BANK_ZONE, addDays(day, 1), '00:00'))
    .orderBy('number')
    .offset(offset)
    .limit(limit)
    .select(COLUMNS)
    .$narrowType<Typed>()
    .execute()

/** Newest first. */
export const listCharges = (db: Db, externalReference: string) =>
  db
    .selectFrom('sandbox.charges')
    .where('external_reference', '=', externalReference)
    .orderBy('number', 'desc')
    .limit(10)
    .select(COLUMNS)
    .$narrowType<Typed>()
    .execute()

export async function updateCharge(
  tx: Tx,
  id: string,
  changes: {
    status?: ChargeStatus
    credited?: number
    paid_at?: Date
    disputed_at?: Date | null
    card_last_digits?: string
    updated_at: Date
  },
): Promise<void> {
  await tx.updateTable('sandbox.charges').set(changes).where('id', '=', id).execute()
}

export async function insertDelivery(
  tx: Tx,
  delivery: { chargeId: string; event: string; body: string; at: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('sandbox.deliveries')
    .values({
      charge_id: delivery.chargeId,
      event: delivery.event,
      body: delivery.body,
      created_at: delivery.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const findUndelivered = (db: Db, id: number) =>
  db
    .selectFrom('sandbox.deliveries')
    .where('id', '=', id)
    .where('delivered_at', 'is', null)
    .select(['id', 'body'])
    .executeTakeFirst()

export async function markDelivered(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable('sandbox.deliveries').set({ delivered_at: at }).where('id', '=', id).execute()
}

export type SandboxRefund = Awaited<ReturnType<typeof listRefunds>>[number]

/** Oldest first. */
export const listRefunds = (db: Db, chargeId: string) =>
  db
    .selectFrom('sandbox.refunds')
    .where('charge_id', '=', chargeId)
    .orderBy('created_at')
    .orderBy('id')
    .selectAll()
    .$narrowType<{ status: RefundStatus }>()
    .execute()

export const findRefund = (db: Db, id: string) =>
  db
    .selectFrom('sandbox.refunds')
    .where('id', '=', id)
    .selectAll()
    .$narrowType<{ status: RefundStatus }>()
    .executeTakeFirst()

export const insertRefund = (tx: Tx, refund: SandboxRefund) =>
  tx.insertInto('sandbox.refunds').values(refund).execute()

export const updateRefund = (tx: Tx, id: string, changes: { status: RefundStatus; done_at: Date | null }) =>
  tx.updateTable('sandbox.refunds').set(changes).where('id', '=', id).execute()

/** Takes an amount from the gateway's account; false when it holds less. */
export async function takeFromBalance(tx: Tx, amountCents: number): Promise<boolean> {
  const taken = await tx
    .updateTable('sandbox.account')
    .set({ balance_cents: sql<number>`balance_cents - ${amountCents}` })
    .where((eb) => eb.or([eb('balance_cents', 'is', null), eb('balance_cents', '>=', amountCents)]))
    .returning('id')
    .execute()
  return taken.length > 0
}
