import { momentIn } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import { PAYOUT_STATUSES, type PayoutStatus } from '#contract/payout/payout.ts'
import type { Deps } from '#server/deps.ts'
import { type Confirmation, confirmed } from '#server/features/account/confirm.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transactionOn } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import type { Limit } from '#server/lib/rate-limit.ts'
import { addBalances, allocate, isCovered, payableOf } from './domain/balance.ts'
import { holdOf } from './domain/destination.ts'
import { mayBecome } from './domain/transitions.ts'
import { finishPaymentsJob } from './finish-payments.ts'
import { sendPayoutMail, sendPayoutRequestedMail } from './jobs.ts'
import { isSecondPerson } from './policy.ts'
import { destinationOf } from './present.ts'
import { both, ofOrganizer, type Scope } from './queries/organizers.ts'
import { getPayout, insertPayout, listApprovers, listItems, movePayoutRow } from './queries/payouts.ts'
import { readAccount } from './read-balances.ts'
import { keepReceipt } from './receipt.ts'

type ChangeDeps = Pick<Deps, 'db' | 'clock'>
type ConfirmDeps = ChangeDeps & Pick<Deps, 'rateLimiter' | 'secrets'>

/** Each request sends mail to the enterprise. */
export const REQUESTS_BY_ORGANIZER: Limit = { name: 'payout-request', points: 20, perSeconds: 24 * 3600 }

interface Request {
  caller: Caller
  scope: Scope
  amountCents: number
  ip: string
}

/**
 * The scope contains one organizer. Throws 404, and 409 when less is available or no destination may receive.
 */
export async function requestPayout(
  deps: ChangeDeps,
  { caller, scope, amountCents, ip }: Request,
): Promise<number> {
  const at = deps.clock.now()
  return transactionOn(deps.db, 'payouts', async (tx) => {
    const { organizer, events } = await readAccount(tx, scope, { now: at })
    const destination = destinationOf(organizer)
    if (!destination)
      throw new AppError('state_changed', {
        message: 'Falta a chave Pix que recebe os repasses: o organizador a cadastra em Repasses.',
      })
    if (!organizer.holder_confirmed_at)
      throw new AppError('state_changed', {
        message:
          'A empresa ainda precisa confirmar o titular da conta dos repasses. A chave Pix do CNPJ do cadastro não precisa disso.',
      })
    requireNoHold(organizer.destination_saved_at, at)
    const items = allocate(events, amountCents)
    if (!items) {
      const payable = payableOf(addBalances(events.map(({ balance }) => balance)))
      throw new AppError('state_changed', {
        message: `O valor disponível para repasse agora é ${formatCents(payable)}.`,
      })
    }
    const payout = {
      organizerId: organizer.id,
      amountCents,
      destination,
      savedAt: organizer.destination_saved_at,
      previous: organizer.previous_destination,
      by: caller.userId,
      at,
    }
    const id = await insertPayout(tx, payout, items)
    await record(
      tx,
      { id, organizer_id: organizer.id, amount_cents: amountCents },
      { to: 'requested', caller, at, ip },
    )
    for (const { id: userId } of await listApprovers(tx, organizer.id))
      if (userId !== caller.userId) await addJob(tx, sendPayoutRequestedMail, { payoutId: id, userId })
    return id
  })
}

interface Change {
  caller: Caller
  scope: Scope
  id: number
  ip: string
}

/** A clock that was ahead at the request must not shorten the hold. Throws 409. */
function requireNoHold(savedAt: Date | null, now: Date): void {
  const until = holdOf(savedAt, now)
  if (until)
    throw new AppError('state_changed', {
      message: `A conta dos repasses mudou há pouco. Por segurança, ela só recebe a partir de ${momentIn('America/Sao_Paulo', until)}.`,
    })
}

type ConfirmedChange = Change & Confirmation

/**
 * Throws 403 for the person who requested it, 409 when its amount is no longer available, 422 on
 * `current_password` and `code`.
 */
export const approvePayout = (deps: ConfirmDeps, change: ConfirmedChange): Promise<void> =>
  moveConfirmed(deps, change, 'approved', async (tx, payout) => {
    requireNoHold(payout.destination_saved_at, deps.clock.now())
    if (!isSecondPerson(change.caller, payout))
      throw new AppError('forbidden', {
        message: 'Quem pediu um repasse não o aprova: outra pessoa precisa aprovar.',
      })
    const scope = both(change.scope, ofOrganizer(payout.organizer_id))
    const { events } = await readAccount(tx, scope, { now: deps.clock.now(), without: payout.id })
    if (!isCovered(events, await listItems(tx, payout.id)))
      throw new AppError('state_changed', {
        message: 'O valor disponível diminuiu desde o pedido. Recuse este repasse e peça outro.',
      })
    return undefined
  })

export const refusePayout = (deps: ChangeDeps, change: Change & { note: string }): Promise<void> =>
  move(deps, change, 'refused', async () => ({ note: change.note }))

export const cancelPayout = (deps: ChangeDeps, change: Change): Promise<void> =>
  move(deps, change, 'cancelled')

/** Throws 415 for a receipt that is neither a PDF nor an image, 422 on `current_password` and `code`. */
export async function markPaid(
  deps: ConfirmDeps & Pick<Deps, 'files'>,
  { bytes, ...change }: ConfirmedChange & { bytes: Buffer },
): Promise<void> {
  requireNext(await getPayout(deps.db, change.scope, change.id), 'paid')
  const receiptPath = await keepReceipt(deps, bytes)
  await moveConfirmed(deps, change, 'paid', async (tx, payout) => {
    requireNoHold(payout.destination_saved_at, deps.clock.now())
    for (const { event_id: eventId } of await listItems(tx, payout.id))
      await addJob(tx, finishPaymentsJob, { eventId })
    return { receiptPath }
  })
}

type PayoutFound = Awaited<ReturnType<typeof getPayout>>

function requireNext({ status }: PayoutFound, to: PayoutStatus): void {
  if (!mayBecome(status, to))
    throw new AppError('state_changed', {
      message: `Este repasse está como ${PAYOUT_STATUSES[status].toLowerCase()}. Recarregue a página.`,
    })
}

type Check = (tx: Tx, payout: PayoutFound) => Promise<{ note?: string; receiptPath?: string } | undefined>

/** Approving and paying a payout require the password and the code of the second factor. */
const moveConfirmed = (
  deps: ConfirmDeps,
  change: ConfirmedChange,
  to: 'approved' | 'paid',
  check: Check,
): Promise<void> =>
  confirmed(deps, change, (prove) =>
    move(deps, change, to, async (tx, payout) => {
      await prove(tx)
      return check(tx, payout)
    }),
  )

/**
 * Changes the status if its current one allows it; `check` may throw, and returns further columns to store.
 */
async function move(
  { db, clock }: ChangeDeps,
  { caller, scope, id, ip }: Change,
  to: Exclude<PayoutStatus, 'requested'>,
  check?: Check,
): Promise<void> {
  const at = clock.now()
  await transactionOn(db, 'payouts', async (tx) => {
    const payout = await getPayout(tx, scope, id)
    requireNext(payout, to)
    const more = (await check?.(tx, payout)) ?? {}
    await movePayoutRow(tx, id, { to, by: caller.userId, at, ...more })
    await record(tx, payout, { to, caller, at, ip, note: more.note })
    if (to !== 'cancelled') await addJob(tx, sendPayoutMail, { payoutId: id, status: to })
  })
}

interface Recorded {
  to: PayoutStatus
  note?: string | undefined
  caller: Caller
  at: Date
  ip: string
}

const record = (
  tx: Tx,
  { id, organizer_id, amount_cents }: { id: number; organizer_id: number; amount_cents: number },
  { to, note, caller, at, ip }: Recorded,
): Promise<void> =>
  audit(tx, {
    at,
    actorUserId: caller.userId,
    action: `payout.${to}`,
    entity: 'payout',
    entityId: id,
    after: { organizer_id, amount_cents, ...(note !== undefined && { note }) },
    ip,
  })
