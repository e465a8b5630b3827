import { dayIn, type IsoDate } from '#contract/dates.ts'
import { isOpen, isPaid, PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/lib/db.ts'
import { cancelCharge, closePayment } from '../closing/close-payment.ts'
import { ensureCharge } from '../create-charge.ts'
import { BANK_ZONE } from '../domain/due-date.ts'
import { findGateway, gatewayOf } from '../gateways/find-gateway.ts'
import type { Charge, PaymentGateway } from '../gateways/gateway.ts'
import { applyCharge } from '../move-payment.ts'
import { checkRefunds } from '../refunds/check-refunds.ts'
import { claimRefundCheck, listUnfinished } from '../refunds/queries.ts'
import { sendRefund } from '../refunds/send-refund.ts'
import {
  claimCheck,
  countOpenSince,
  listUncharged,
  listUnchecked,
  listUnclosed,
  markListed,
} from './queries.ts'
import { LIST_LIMIT, runTasks, type SweepResult, type SweepTask, sweepJob } from './sweep-job.ts'

const HOUR_MS = 3_600_000
/** Payments and refunds are checked this often in their first hours, and less often afterwards. */
const CHECK_INTERVAL_MS = HOUR_MS / 2
const RECENT_MS = 2 * HOUR_MS
const OLDER_CHARGE_INTERVAL_MS = 6 * HOUR_MS
const OLDER_REFUND_INTERVAL_MS = 24 * HOUR_MS
/** Charges on a page of the gateway's list. */
const OPEN_PAGE = 100

/**
 * Runs every half hour, as a safeguard against lost messages and jobs: creates missing charges, sends and
 * checks unfinished refunds, closes ended payments at the gateway and compares open ones with it. When a
 * payment is due for a check: docs/algorithms/gateway-calls.md.
 */
export async function recheckPayments(deps: Deps): Promise<SweepResult> {
  const { db } = deps
  const at = deps.clock.now()
  const ago = (ms: number) => new Date(at.getTime() - ms)
  const before = ago(CHECK_INTERVAL_MS)
  const recentSince = ago(RECENT_MS)
  const check = (paymentId: number, run: () => Promise<unknown>): SweepTask => ({
    paymentId,
    // Claimed first, so that a failing payment is retried last, and concurrent sweeps share the work.
    run: async () => (await claimCheck(db, paymentId, { before, at })) && run(),
  })
  const chargeAges = { before, recentSince, olderBefore: ago(OLDER_CHARGE_INTERVAL_MS) }
  const refundAges = { before, recentSince, olderBefore: ago(OLDER_REFUND_INTERVAL_MS) }
  const [uncharged, unclosed, due, unfinished] = await Promise.all([
    listUncharged(db, before, LIST_LIMIT),
    listUnclosed(db, before, LIST_LIMIT),
    listUnchecked(db, chargeAges, LIST_LIMIT),
    listUnfinished(db, refundAges, LIST_LIMIT),
  ])
  const unchecked = await withoutKnownOpen(deps, due, at)
  const tasks = [
    ...uncharged.map((id) => check(id, () => ensureCharge(deps, id))),
    ...unclosed.map((id) => check(id, () => closePayment(deps, id))),
    ...unchecked.map((payment) => check(payment.id, () => compareWithGateway(deps, payment))),
    ...unfinished.map(({ id, payment_id: paymentId, status }) => ({
      paymentId,
      run: async () =>
        (await claimRefundCheck(db, id, { before, at })) &&
        (status === 'approved' ? sendRefund(deps, id) : checkRefunds(deps, paymentId)),
    })),
  ]
  return runTasks(tasks, async ({ paymentId }, error) => {
    deps.log.error({ err: error, paymentId }, 'a payment could not be compared with the gateway')
  })
}

type Due = Awaited<ReturnType<typeof listUnchecked>>[number]

/**
 * Returns the payments that have to be read one by one. Where listing all open charges of a gateway costs
 * fewer calls, it marks the payments that the list confirms as checked and leaves them out. A gateway that
 * cannot be listed is left for the next run.
 */
async function withoutKnownOpen(deps: Deps, due: readonly Due[], at: Date): Promise<Due[]> {
  const remaining: Due[] = []
  for (const [provider, payments] of Map.groupBy(due, (payment) => payment.provider)) {
    const gateway = findGateway(deps, provider)
    const oldest = Math.min(...payments.map((payment) => payment.created_at.getTime()))
    const from = dayIn(BANK_ZONE, new Date(oldest))
    if (!gateway || payments.length <= (await countPages(deps.db, provider, from))) {
      remaining.push(...payments)
      continue
    }
    try {
      let unlisted = await withoutListed(deps.db, gateway, payments, { from, status: 'pending', at })
      if (unlisted.some(({ status }) => status === PAYMENT_STATUS.overdue))
        unlisted = await withoutListed(deps.db, gateway, unlisted, { from, status: 'overdue', at })
      remaining.push(...unlisted)
    } catch (error) {
      deps.log.error({ err: error, provider }, 'the open charges of a gateway could not be listed')
    }
  }
  return remaining
}

/** At least this many calls list the charges that are open since the day. */
const countPages = async (db: Db, provider: string, from: IsoDate): Promise<number> =>
  1 + Math.floor((await countOpenSince(db, provider, from)) / OPEN_PAGE)

/**
 * Marks all payments as checked whose one charge is listed open, with its amount. Returns the given payments
 * that are not among them.
 */
async function withoutListed(
  db: Db,
  gateway: PaymentGateway,
  payments: readonly Due[],
  { from, status, at }: { from: IsoDate; status: 'pending' | 'overdue'; at: Date },
): Promise<Due[]> {
  const open: Charge[] = []
  for await (const page of gateway.openCharges(from, status)) open.push(...page)
  const byReference = Map.groupBy(open, ({ externalReference }) => externalReference)
  const single = open.filter(({ externalReference }) => byReference.get(externalReference)?.length === 1)
  const checked = new Set(await markListed(db, gateway.provider, single, at))
  return payments.filter(({ id }) => !checked.has(id))
}

async function compareWithGateway(
  deps: Deps,
  payment: { id: number; provider: string; charge_id: string; external_reference: string },
): Promise<void> {
  const { provider } = payment
  const gateway = gatewayOf(deps, provider)
  const charges = await gateway.findCharges(payment.external_reference)
  const charge =
    charges.find(({ id }) => id === payment.charge_id) ?? (await gateway.getCharge(payment.charge_id))
  await applyCharge(deps, payment.id, charge, 'reconciled')
  // A slow gateway may have created several charges: only one may be payable.
  for (const other of charges)
    if (other.id !== charge.id && (isOpen(other.status) || isPaid(other.status)))
      await cancelCharge(deps, { paymentId: payment.id, chargeId: other.id, provider })
}

export const recheckPaymentsJob = sweepJob('recheck-payments', recheckPayments)
