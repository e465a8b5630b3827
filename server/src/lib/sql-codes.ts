import { type RawBuilder, sql } from 'kysely'
import { EVENT_STATUS, ITEM_STATUS } from '#contract/event/event-status.ts'
import { ORGANIZER_TYPE } from '#contract/organizer/organizer-type.ts'
import { PAID_STATUSES, PAYMENT_STATUS, REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { FEE_TYPE } from '#contract/pricing/kit-total.ts'

const literals = <Codes extends Record<string, number>>(codes: Codes) =>
  Object.fromEntries(Object.entries(codes).map(([name, value]) => [name, sql.lit(value)])) as {
    readonly [Name in keyof Codes]: RawBuilder<number>
  }

/** Literals, not parameters, so that conditions match those of partial indexes. */
export const code = {
  event: literals(EVENT_STATUS),
  item: literals(ITEM_STATUS),
  registration: literals(REGISTRATION_STATUS),
  payment: literals(PAYMENT_STATUS),
  organizer: literals(ORGANIZER_TYPE),
  feeType: literals(FEE_TYPE),
}

/** SQL: the codes of `isPaid`, for `in (…)`. */
export const paidStatuses = sql.join(PAID_STATUSES.map((status) => sql.lit(status)))
