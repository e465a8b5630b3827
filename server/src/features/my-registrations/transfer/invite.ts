import { addDays, dayIn, instantIn, toBrazilianDate } from '#contract/dates.ts'
import { TRANSFER_INVITATION_DAYS } from '#contract/my-registrations/transfer.ts'
import type { Deps } from '#server/deps.ts'
import { balancePayments } from '#server/features/payment/balancing/balance-payments.ts'
import { lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import { endChanges } from '#server/features/registration/changes/queries.ts'
import { audit } from '#server/lib/audit.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import type { Limit } from '#server/lib/rate-limit.ts'
import { hashToken, newToken } from '#server/lib/tokens.ts'
import { transferProblem } from './domain/transfer-problem.ts'
import { transferInvitationJob, transferLink, transferStartedJob } from './emails.ts'
import { transferring } from './present-transfer.ts'
import { endInvitations, getTransferable, replaceInvitation } from './queries.ts'

const INVITATIONS: Limit = { name: 'transfer-invite', points: 10, perSeconds: 86_400 }

interface Own {
  userId: number
  registrationId: number
  ip: string
}

type InviteDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'rateLimiter'>

/** Throws 404 for another account's registration, 409 when it cannot be transferred, 429. */
export async function inviteToTransfer(deps: InviteDeps, own: Own) {
  const { title, link, until, day } = await createInvitation(deps, { ...own, byStaff: false })
  return {
    link,
    text: `Oi! Passo para você a minha inscrição na ${title}. Até ${day}, abra este link, entre na sua conta e aceite: ${link}`,
    expires_at: until.toISOString(),
  }
}

interface ByStaff extends Own {
  /** Receives the link. Null: staff send it. */
  email: string | null
}

/**
 * For staff, whose access the caller has checked. The runner is told. Null: the link was sent by e-mail. Throws 409
 * and 429 as for the runner.
 */
export async function inviteToTransferByStaff(deps: InviteDeps, { email, ...staff }: ByStaff) {
  const { title, name, link, until, day } = await createInvitation(
    deps,
    { ...staff, byStaff: true },
    async (tx, transferId) => {
      await addJob(tx, transferStartedJob, { transferId })
      if (email !== null) await addJob(tx, transferInvitationJob, { transferId, email })
    },
  )
  if (email !== null) return null
  const [first] = name.split(' ')
  return {
    link,
    text: `Oi! A inscrição de ${first} na ${title} pode ser sua. Até ${day}, abra este link, entre na sua conta e aceite: ${link}`,
    expires_at: until.toISOString(),
  }
}

async function createInvitation(
  { db, clock, config, rateLimiter }: InviteDeps,
  { userId, registrationId, ip, byStaff }: Own & { byStaff: boolean },
  then?: (tx: Tx, transferId: number) => Promise<void>,
) {
  const at = clock.now()
  const token = newToken()
  const { title, name, until } = await transaction(db, async (tx) => {
    const payments = await lockPaymentsOf(tx, [registrationId])
    const current = await getTransferable(tx, registrationId)
    const { responsible_user_id: runnerId } = current
    if (runnerId !== userId && !byStaff) throw new AppError('not_found')
    const today = dayIn(current.timezone, at)
    const problem = transferProblem(transferring(current, { today, payments }))
    if (problem !== null) throw new AppError('state_changed', { message: problem })
    await rateLimiter.consume(INVITATIONS, String(registrationId))
    const last =
      [addDays(today, TRANSFER_INVITATION_DAYS), current.transfers_until ?? today].sort()[0] ?? today
    const expiresAt = instantIn(current.timezone, addDays(last, 1), '00:00')
    const transferId = await replaceInvitation(tx, {
      registrationId,
      fromUserId: runnerId,
      tokenHash: hashToken(token),
      at,
      expiresAt,
    })
    await audit(tx, {
      at,
      actorUserId: userId,
      action: byStaff ? 'registration.transfer_started' : 'registration.transfer_invited',
      entityId: registrationId,
      eventId: current.event_id,
      ip,
    })
    await then?.(tx, transferId)
    return { title: current.event_title, name: current.name, until: expiresAt }
  })
  const day = toBrazilianDate(addDays(dayIn('America/Sao_Paulo', until), -1))
  return { title, name, until, day, link: transferLink(config.publicUrl, token) }
}

/** Ends the open invitation, if any, and cancels the payment of a new runner who has not paid. */
export async function withdrawTransfer(
  { db, clock, gateway }: Pick<Deps, 'db' | 'clock' | 'gateway'>,
  { userId, registrationId, ip }: Own,
): Promise<void> {
  const at = clock.now()
  await transaction(db, async (tx) => {
    // Lock order: registration, payments, stock levels (docs/algorithms/stock.md).
    await lockPaymentsOf(tx, [registrationId])
    const current = await getTransferable(tx, registrationId)
    if (current.responsible_user_id !== userId) throw new AppError('not_found')
    const state = current.live_transfer?.state
    if (!state) return
    if (state === 'invited') await endInvitations(tx, registrationId, at)
    else {
      await endChanges(tx, [registrationId], 'withdrawn', at)
      await balancePayments(tx, {
        registrationIds: [registrationId],
        provider: gateway.provider,
        at,
        actorUserId: userId,
      })
    }
    await audit(tx, {
      at,
      actorUserId: userId,
      action: 'registration.transfer_withdrawn',
      entityId: registrationId,
      eventId: current.event_id,
      ip,
    })
  })
}
