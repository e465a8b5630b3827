import { z } from 'zod'
import { LimitedMeta } from '../backoffice/lists.ts'
import { Instant } from '../fields.ts'
import { defineRoute, Id, IdParams, PageQuery } from '../route.ts'
import { EventRefund, note, OPERATORS, Party, RefundStatus, RefundSums, RefusalNote } from './refund.ts'

/** As shown to those who approve and complete refunds. */
export const RefundTask = EventRefund.extend({
  event: Party,
  organizer: Party,
  provider: z.string(),
  charge_id: z.string().nullable(),
  note: z.string().nullable(),
  approved_by: z.string().nullable(),
  /** When it was first written to a file for the bank. */
  exported_at: Instant.nullable(),
  /** False when the law requires the refund. */
  can_refuse: z.boolean(),
  /** Not finished after `OVERDUE_DAYS`: monetary correction may be due. */
  is_overdue: z.boolean(),
})
export type RefundTask = z.infer<typeof RefundTask>

const filter = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

/**
 * The state of a refund to a Pix key. `asked`: the payer has not confirmed the key. `ready`: it can be
 * exported. `exported`: it was exported.
 */
export const BankStep = z.enum(['asked', 'ready', 'exported'])
export type BankStep = z.infer<typeof BankStep>

/** `overdue`: not finished after `OVERDUE_DAYS`. `stuck`: overdue, or the gateway cannot make it. */
export const RefundDelay = z.enum(['overdue', 'stuck'])
export type RefundDelay = z.infer<typeof RefundDelay>

export const RefundFilter = z.object({
  status: filter(RefundStatus),
  bank: filter(BankStep),
  delay: filter(RefundDelay),
})

/** For this number of days a finished refund counts in the sums of the operators' list. */
export const SUMMED_DAYS = 30

export const listRefunds = defineRoute({
  method: 'GET',
  path: '/admin/refunds',
  ...OPERATORS,
  summary: 'As devoluções; primeiro as que esperam por uma pessoa e as atrasadas',
  query: PageQuery.extend(RefundFilter.shape),
  data: z.array(RefundTask),
  meta: LimitedMeta,
  /** Without the filters: what is not finished, and what was done within the last `SUMMED_DAYS`. */
  extra: z.object({ sums: RefundSums }),
})

/** At most this number of refunds is exported at once. */
export const MAX_EXPORTED_REFUNDS = 5_000

export const listRefundIds = defineRoute({
  method: 'GET',
  path: '/admin/refunds/ids',
  ...OPERATORS,
  summary: 'Os números das devoluções de um filtro, para agir sobre todas elas',
  query: RefundFilter,
  data: z.array(z.int()),
})

export const approveRefund = defineRoute({
  method: 'POST',
  path: '/admin/refunds/:id/approve',
  ...OPERATORS,
  summary: 'Aprova uma devolução, que é enviada ao meio de pagamento',
  params: IdParams,
  body: z.object({ note: note() }),
})
export const refuseRefund = defineRoute({
  method: 'POST',
  path: '/admin/refunds/:id/refuse',
  ...OPERATORS,
  summary: 'Recusa uma devolução que a lei não exige; o valor fica com o organizador',
  params: IdParams,
  body: z.object({ note: RefusalNote }),
})
export const retryRefund = defineRoute({
  method: 'POST',
  path: '/admin/refunds/:id/retry',
  ...OPERATORS,
  summary: 'Tenta de novo uma devolução que o meio de pagamento não fez',
  params: IdParams,
  body: z.object({ note: note() }),
})
export const completeRefund = defineRoute({
  method: 'POST',
  path: '/admin/refunds/:id/done',
  ...OPERATORS,
  summary: 'Registra que uma devolução foi feita por fora do meio de pagamento',
  params: IdParams,
  body: z.object({ note: note('Diga como a devolução foi feita.') }),
})

export const askRefundPixKey = defineRoute({
  method: 'POST',
  path: '/admin/refunds/:id/pix-key',
  ...OPERATORS,
  summary:
    'Pede a quem pagou uma chave Pix para a devolução, também de novo, se o banco não aceitou a anterior',
  params: IdParams,
  body: z.object({ note: note() }),
})

/** At most this number of refunds is handled by one request. */
export const MAX_REFUND_BATCH = 200
const refundIds = (most: number) =>
  z.array(Id).min(1, 'Escolha ao menos uma devolução.').max(most, `Escolha no máximo ${most} devoluções.`)

/** `skipped` refunds are in another status, already handled, or out of reach. */
const BatchResult = z.object({ handled: z.int(), skipped: z.int() })

export const retryRefunds = defineRoute({
  method: 'POST',
  path: '/admin/refunds/retry',
  ...OPERATORS,
  summary: 'Tenta de novo várias devoluções',
  body: z.object({ ids: refundIds(MAX_REFUND_BATCH) }),
  data: BatchResult,
})
export const completeRefunds = defineRoute({
  method: 'POST',
  path: '/admin/refunds/done',
  ...OPERATORS,
  summary: 'Registra que várias devoluções foram feitas por fora do meio de pagamento',
  body: z.object({ ids: refundIds(MAX_REFUND_BATCH), note: note('Diga como as devoluções foram feitas.') }),
  data: BatchResult,
})
export const exportRefunds = defineRoute({
  method: 'POST',
  path: '/admin/refunds/export',
  ...OPERATORS,
  summary: 'As devoluções com chave Pix confirmada, como arquivo CSV para o banco',
  bodyLimit: 128 * 1024,
  sends: ['text/csv'],
  body: z.object({
    ids: refundIds(MAX_EXPORTED_REFUNDS),
    /** Includes those that an earlier file contains. */
    again: z.boolean().default(false),
  }),
})
