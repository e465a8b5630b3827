import type { z } from 'zod'
import { dayIn } from '#contract/dates.ts'
import type { acceptTransfer as acceptRoute } from '#contract/my-registrations/transfer.ts'
import { MINIMUM_CHARGE_CENTS } from '#contract/pricing/price.ts'
import type { Deps } from '#server/deps.ts'
import { REGISTERED_BY_OTHER_ANSWERS } from '#server/features/checkout/limits.ts'
import { findSentFiles } from '#server/features/checkout/queries/orders.ts'
import { readSnapshot } from '#server/features/checkout/wizard/sales-snapshots.ts'
import { balancePayments } from '#server/features/payment/balancing/balance-payments.ts'
import { createCharges } from '#server/features/payment/create-charges.ts'
import { lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import { holdChange, insertChange } from '#server/features/registration/changes/queries.ts'
import { paymentLink } from '#server/features/registration/payment-link.ts'
import { changeSpots, updateChoice } from '#server/features/registration/queries.ts'
import {
  applyTransfer,
  findTransferOf,
  type Given,
  isRegistered,
} from '#server/features/registration/transfers/queries.ts'
import { audit } from '#server/lib/audit.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { paymentTerms, soldOutOf } from '../change/change-registration.ts'
import { findOpenLink } from '../change/queries.ts'
import { lockEventOfRegistration } from '../refund-choice/queries.ts'
import { checkGiven, priceTransfer, problems } from './domain/plan-transfer.ts'
import { transferProblem } from './domain/transfer-problem.ts'
import { newRunner } from './new-runner.ts'
import { transferring } from './present-transfer.ts'
import { findByToken, getTransferable, type Offered, storeAccepted } from './queries.ts'

type Input = z.output<typeof acceptRoute.body>

interface Accepting {
  userId: number
  input: Input
  ip: string
}

interface Accepted {
  payment: { id: number; token: string } | null
  registrationId: number
}

/**
 * Makes the account, or the person that it names, the runner of the registration that the link offers
 * (docs/algorithms/transfer.md): at once, or when the difference is paid. A repeated request returns the same. Throws
 * 400 when the link is over, 409 when the registration or its price has changed, and 422 by field.
 */
export async function acceptTransfer(
  deps: Deps,
  accepting: Accepting,
): Promise<{ payment_link: string | null; registration_id: number | null }> {
  const { payment, registrationId } = await transaction(deps.db, (tx) => write(tx, deps, accepting))
  if (!payment) return { payment_link: null, registration_id: registrationId }
  await createCharges(deps, [payment.id])
  return { payment_link: paymentLink(deps.config.publicUrl, payment.token), registration_id: null }
}

async function write(tx: Tx, deps: Deps, { userId, input, ip }: Accepting): Promise<Accepted> {
  const at = deps.clock.now()
  const hash = hashToken(input.token)
  const registrationId = (await findByToken(tx, hash))?.registration_id
  if (registrationId === undefined) throw new AppError('token_invalid')
  // Lock order: event, registration, payments, stock levels (docs/algorithms/stock.md).
  await lockEventOfRegistration(tx, registrationId)
  const payments = await lockPaymentsOf(tx, [registrationId])
  const offered = await findByToken(tx, hash)
  if (offered?.to_user_id === userId && offered.state === 'done') return { payment: null, registrationId }
  if (offered?.to_user_id === userId && offered.state === 'accepted')
    return { payment: await findOpenLink(tx, registrationId), registrationId }
  if (!isOpen(offered, at)) throw new AppError('token_invalid')

  const current = await getTransferable(tx, registrationId)
  const today = dayIn(current.timezone, at)
  const runner = await newRunner(tx, deps, { userId, current, other: input.runner ?? null })
  const problem = transferProblem(transferring(current, { today, payments })) ?? runner.problem
  if (problem !== null || !runner.person)
    throw new AppError('state_changed', problem === null ? {} : { message: problem })
  const snapshot = await readSnapshot(tx, current.event_id)
  if (!snapshot) throw new AppError('event_not_found')

  const { errors, refuse } = problems()
  const files = await findSentFiles(
    tx,
    userId,
    [input.right?.proof, ...input.answers.map(({ file }) => file)].filter((path) => typeof path === 'string'),
  )
  const claim = input.right ?? null
  const price = priceTransfer(
    snapshot,
    current,
    { person: runner.person, claim, isOther: runner.isOther },
    { sizeId: input.shirt_size_id, today, files, refuse },
  )
  const answerTo = (question: number) =>
    input.answers.find(({ questionnaire_id }) => questionnaire_id === question)
  const { terms, answers } = checkGiven(snapshot, current, { terms: input.terms, answerTo, files }, refuse)
  if (!price) throw new AppError('state_changed', { message: 'O kit desta inscrição não existe mais.' })
  const [sentence] = Object.values(errors).flat()
  if (sentence !== undefined) throw new AppError('validation', { errors, message: sentence })
  if (price.toPayCents !== input.expected_to_pay)
    throw new AppError('offer_changed', { message: 'O valor mudou. Confira o novo e confirme de novo.' })
  if (price.toPayCents > 0 && price.toPayCents < MINIMUM_CHARGE_CENTS)
    throw new AppError('amount_too_small', {
      message: 'A diferença a cobrar precisa ser de pelo menos R$ 5,00.',
    })

  const { name, cpf, phone, birth_date: birth_on, sex } = runner.person
  // Checked last, as in the wizard, and rate-limited: the answer reveals that another person's CPF is registered.
  if (runner.isOther && (await isRegistered(tx, { eventId: current.event_id, cpf }))) {
    await deps.rateLimiter.consume(REGISTERED_BY_OTHER_ANSWERS, `${userId}:${current.event_id}`)
    throw new AppError('registered_by_other')
  }
  const given: Given = { person: { name, cpf, phone, birth_on, sex }, terms, answers }
  const accept = async (changeId: number) => {
    await storeAccepted(tx, { transferId: offered.id, toUserId: userId, changeId, given, at, ip })
    const transfer = await findTransferOf(tx, changeId)
    if (!transfer) throw new Error('the transfer was stored')
    return transfer
  }
  const levelIds = price.levels.map(({ id }) => id)
  const change = {
    registrationId,
    choice: choiceOnly(price.columns),
    granted: price.right,
    fromLevelIds: current.held_level_ids,
    levelIds,
    at,
  }
  const balancing = {
    registrationIds: [registrationId],
    provider: deps.gateway.provider,
    at,
    actorUserId: userId,
  }
  if (price.toPayCents === 0) {
    const { outcome, ...sold } = await changeSpots(tx, registrationId, levelIds, at)
    if (outcome === 'sold_out') throw soldOutOf(price, sold)
    if (outcome !== 'changed') throw new AppError(outcome)
    const changeId = await insertChange(tx, { ...change, heldLevelIds: [], isApplied: true })
    await applyTransfer(tx, await accept(changeId), at)
    await updateChoice(tx, registrationId, price.columns, price.right, at)
    await balancePayments(tx, {
      ...balancing,
      refund: { reason: 'exchange', askedBy: userId, approvedBy: null },
    })
    return { payment: null, registrationId }
  }
  const held = await holdChange(tx, registrationId, levelIds, at)
  if (held.outcome === 'sold_out') throw soldOutOf(price, held)
  const { type, holdMs } = await paymentTerms(tx, input.payment_type, snapshot, { today, levelIds })
  await accept(await insertChange(tx, { ...change, heldLevelIds: held.extraIds, isApplied: false }))
  await audit(tx, {
    at,
    actorUserId: userId,
    action: 'registration.transfer_accepted',
    entityId: registrationId,
    eventId: current.event_id,
    ip,
  })
  await balancePayments(tx, {
    ...balancing,
    together: { registrationIds: [registrationId], type, payerUserId: userId },
    holdMs,
  })
  return { payment: await findOpenLink(tx, registrationId), registrationId }
}

/** Whether somebody can accept it. */
export const isOpen = (offered: Offered | undefined, now: Date): offered is Offered =>
  offered?.state === 'invited' && offered.expires_at > now

const choiceOnly = <C extends { ineligible_reason: unknown }>({ ineligible_reason: _, ...choice }: C) =>
  choice
