import { toIsoDate } from '#contract/dates.ts'
import type { PublicEvent, PublicRight } from '#contract/event/event.ts'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { type Cents, toCents } from '#contract/money.ts'
import type { Runner } from '#contract/pricing/eligibility.ts'
import { automaticRights, type RightRule, rightProblem } from '#contract/pricing/right-eligibility.ts'
import type { Claim } from '../wizard/draft.ts'

/** A right with the texts that the wizard shows. */
export type EventRight = RightRule & { shown: PublicRight }

interface OfferedRight {
  right: EventRight
  /** The holder whose companion the participant would be; null: the participant's own right. */
  companionOf: string | null
  /** What the participant would pay; null until a kit is chosen. */
  totalCents: Cents | null
}

export interface ParticipantRights {
  /** They apply without a claim. */
  automatic: EventRight[]
  /** What the participant or a companion gains from claiming, and what is claimed, even where it no longer fits. */
  offered: OfferedRight[]
  claim: Claim | null
  claimed: EventRight | null
  /** Why the claim cannot be sent. */
  problem: string | null
  /** What the participant pays without a claim; null until a kit is chosen. */
  unclaimedCents: Cents | null
  /** The rights that the price includes. */
  applied: EventRight[]
}

/** `toCents` reads the digits of a percentage as basis points. */
const eventRight = (shown: PublicRight): EventRight => ({
  id: shown.id,
  name: shown.name,
  sex: shown.sex,
  min_age: shown.min_age,
  max_age: shown.max_age,
  rate: toCents(shown.rate) ?? 0,
  base: shown.base,
  stackable: shown.stackable,
  companion: shown.companion,
  status: ITEM_STATUS.active,
  starts_on: shown.starts_on && toIsoDate(shown.starts_on),
  ends_on: shown.ends_on && toIsoDate(shown.ends_on),
  isDeclared: shown.declaration !== null,
  shown,
})

export const rightsOfEvent = ({ right_rules }: Pick<PublicEvent, 'right_rules'>) =>
  right_rules.map(eventRight)

interface Person {
  who: number
  name: string
  runner: Runner | null
  claim: Claim | null
}

interface Sale {
  rights: readonly EventRight[]
  people: readonly Person[]
  day: string
  /** The day on which ages count. */
  agesOn: string | null
}

/** The rights of one participant, as the server decides them. */
export function rightsOf(
  { who, runner, claim }: Person,
  sale: Sale,
): Omit<ParticipantRights, 'offered' | 'unclaimedCents'> & {
  offered: Omit<OfferedRight, 'totalCents'>[]
} {
  const { rights, people, day, agesOn } = sale
  if (!runner || !agesOn)
    return { automatic: [], offered: [], claim: null, claimed: null, problem: null, applied: [] }
  const context = { day, agesOn, runner }
  const automatic = automaticRights(rights, context)
  const others = people.filter((one) => one.who !== who)
  const offered = rights
    .filter(({ isDeclared }) => isDeclared)
    .flatMap((right) => {
      const isClaimed = (isCompanion: boolean) => claim?.id === right.id && claim.companion === isCompanion
      const fits = (isCompanion: boolean) => rightProblem(right, { ...context, isCompanion }) === null
      const holder = freeHolder(right.id, others)
      return [
        ...(fits(false) || isClaimed(false) ? [{ right, companionOf: null }] : []),
        ...((holder && fits(true)) || isClaimed(true) ? [{ right, companionOf: holder ?? '' }] : []),
      ]
    })
  const claimed = rights.find(({ id }) => id === claim?.id) ?? null
  const misfit =
    claim &&
    (rightProblem(claimed ?? undefined, { ...context, isCompanion: claim.companion }) ??
      (claim.companion && freeHolder(claim.id, others) === null
        ? 'O desconto de acompanhante precisa de alguém com o direito nesta inscrição, um para cada acompanhante.'
        : null))
  return {
    automatic,
    offered,
    claim,
    claimed,
    problem: misfit ?? (claim && claimed && unmetProblem(claimed.shown, claim, day)),
    applied: [...(claimed && !misfit ? [claimed] : []), ...automatic.filter(({ id }) => id !== claimed?.id)],
  }
}

/** The name of a holder of the right who has no companion yet; null: there is none. */
function freeHolder(id: number, people: readonly Person[]): string | null {
  const claiming = people.filter(({ claim }) => claim?.id === id)
  const holders = claiming.filter(({ claim }) => !claim?.companion)
  return holders[claiming.length - holders.length]?.name ?? null
}

function unmetProblem(right: PublicRight, claim: Claim, day: string): string | null {
  if (right.remaining === 0)
    return `As vagas com o desconto "${right.name}" se esgotaram. Você pode continuar sem ele.`
  if (claim.version !== right.version)
    return claim.version === null
      ? 'Aceite a declaração para ter o desconto.'
      : 'O texto da declaração mudou. Leia e aceite de novo.'
  return isProofDue(right, day) && claim.proof === null ? 'Anexe o comprovante para ter o desconto.' : null
}

/** The proof can no longer be sent after the registration. */
export function isProofDue({ proof_due_on }: PublicRight, day: string): boolean {
  const due = proof_due_on && toIsoDate(proof_due_on)
  return due !== null && day > due
}
