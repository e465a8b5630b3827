import { dayIn, toBrazilianDate } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import type { OtherRunner, TransferOffer } from '#contract/my-registrations/transfer.ts'
import { rightProblem } from '#contract/pricing/right-eligibility.ts'
import type { Deps } from '#server/deps.ts'
import type { OrderedPerson } from '#server/features/checkout/domain/people.ts'
import { readSnapshot } from '#server/features/checkout/wizard/sales-snapshots.ts'
import { timelyTypes } from '#server/features/event/domain/boleto.ts'
import { healthDeletionDay } from '#server/features/event/domain/question.ts'
import { listQuestions } from '#server/features/registration/answers/queries.ts'
import { presentLines } from '#server/features/registration/domain/price-lines.ts'
import { paymentLink } from '#server/features/registration/payment-link.ts'
import { AppError } from '#server/lib/errors.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { findOpenLink, listPaymentStatuses } from '../change/queries.ts'
import { listFullLevels } from '../refund-choice/queries.ts'
import { isOpen } from './accept.ts'
import { priceTransfer, problems, type TransferPrice } from './domain/plan-transfer.ts'
import { transferProblem } from './domain/transfer-problem.ts'
import { newRunner } from './new-runner.ts'
import { transferring } from './present-transfer.ts'
import { findByToken, getTransferable, listDeclarations, listTermTexts, type Offered } from './queries.ts'

const presentOffered = (offered: Offered) => ({
  event: {
    title: offered.title,
    slug: offered.slug,
    date_event: toBrazilianDate(offered.event_on),
    start_time: offered.start_time.slice(0, 5),
    city: offered.city,
    state: offered.state_code,
  },
  from: offered.from_name.split(' ')[0] ?? '',
  modality: offered.modality_name,
  category: offered.category_name,
  product: offered.kit_name,
  shirt_size: offered.size_name,
  expires_at: offered.expires_at.toISOString(),
})

/** Throws 400 when the link is over. */
export async function readTransfer({ db, clock }: Pick<Deps, 'db' | 'clock'>, token: string) {
  const offered = await findByToken(db, hashToken(token))
  if (!offered || (offered.state !== 'accepted' && !isOpen(offered, clock.now())))
    throw new AppError('token_invalid')
  return presentOffered(offered)
}

/** With the account's price. Throws 400 when the link is over. */
export async function readTransferOffer(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { userId, token, other }: { userId: number; token: string; other: OtherRunner | null },
): Promise<TransferOffer> {
  const { db, clock, config } = deps
  const offered = await findByToken(db, hashToken(token))
  const isAccepted = offered?.state === 'accepted' && offered.to_user_id === userId
  if (!offered || !(isAccepted || isOpen(offered, clock.now()))) throw new AppError('token_invalid')
  const current = await getTransferable(db, offered.registration_id)
  const today = dayIn(current.timezone, clock.now())
  const [snapshot, runner, payments, full, terms, questions] = await Promise.all([
    readSnapshot(db, current.event_id),
    newRunner(db, deps, { userId, current, other }),
    listPaymentStatuses(db, current.id),
    listFullLevels(db, current.event_id),
    listTermTexts(db, current.event_id),
    listQuestions(db, current.event_id, healthDeletionDay(current.event_on, config.retention)),
  ])
  if (!snapshot) throw new AppError('event_not_found')

  const priced = (claim: OrderedPerson['claim']) => {
    const { errors, refuse } = problems()
    const price =
      runner.person &&
      priceTransfer(
        snapshot,
        current,
        { person: runner.person, claim, isOther: runner.isOther },
        { sizeId: null, today, files: new Set(), refuse },
      )
    return { price, problem: Object.values(errors).flat()[0] ?? null }
  }
  const own = priced(null)
  const problem = isAccepted
    ? null
    : (transferProblem(transferring(current, { today, payments })) ?? runner.problem ?? own.problem)
  const declarable = snapshot.rights.filter(
    (right) =>
      right.isDeclared &&
      runner.person &&
      rightProblem(right, {
        day: today,
        agesOn: snapshot.agesOn,
        runner: { ...runner.person, name: runner.isOther ? runner.person.name : null },
        isCompanion: false,
      }) === null,
  )
  const declarations = await listDeclarations(
    db,
    declarable.map(({ id }) => id),
  )
  const kit = snapshot.kits.find(({ id }) => id === current.kit_id)
  return {
    ...presentOffered(offered),
    category_id: current.category_id,
    modality_id: current.modality_id,
    product_id: current.kit_id,
    shirt_size_id: current.shirt_size_id,
    problem,
    price: problem === null && own.price ? presentPrice(own.price) : null,
    rights: declarable.flatMap(({ id, name, version, proof }) => {
      const { price } = priced({ id, version, companion: false })
      const declaration = declarations.find((one) => one.id === id)?.declaration ?? null
      return price && declaration !== null && problem === null
        ? [{ ...presentPrice(price), id, name, version, declaration, proof }]
        : []
    }),
    sizes: (kit?.sizes ?? []).map(({ id, name, levelId }) => ({
      id,
      name,
      is_sold_out: full.has(levelId) && !current.held_level_ids.includes(levelId),
    })),
    terms,
    questions: questions
      .filter(({ asked }) => asked === 'order')
      .map(({ sensitive: _, ...question }) => question),
    payment_types: timelyTypes(
      snapshot.paymentMethods.map(({ type }) => type),
      { today, eventOn: snapshot.eventOn },
    ),
    payment_link: isAccepted
      ? paymentLink(config.publicUrl, (await findOpenLink(db, current.id)).token)
      : null,
  }
}

const presentPrice = ({ columns, toPayCents, toRefundCents }: TransferPrice) => ({
  value: toDecimal(columns.total_cents),
  price_lines: presentLines(columns.price_lines),
  to_pay: toDecimal(toPayCents),
  to_refund: toDecimal(toRefundCents),
})
