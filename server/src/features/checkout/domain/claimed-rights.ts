import type { Refuse } from '#contract/checkout/order-rules.ts'
import type { IsoDate } from '#contract/dates.ts'
import { automaticRights, rightProblem } from '#contract/pricing/right-eligibility.ts'
import type { OrderedPerson } from './people.ts'
import type { RightForSale, SalesSnapshot } from './sales-snapshot.ts'

/** A right that applies to a participant; `proof` is the path of the document sent with the order. */
export interface ApplicableRight extends RightForSale {
  isCompanion: boolean
  proofPath: string | null
}

/** The rights of each participant, by `who`: the rights that need no claim, and the claimed right. */
export function checkRights(
  people: readonly OrderedPerson[],
  { rights, agesOn }: Pick<SalesSnapshot, 'rights' | 'agesOn'>,
  day: IsoDate,
  files: ReadonlySet<string>,
  refuse: Refuse,
): Map<number, ApplicableRight[]> {
  const companionsOf = new Map<number, number>()
  for (const { claim } of people)
    if (claim) companionsOf.set(claim.id, (companionsOf.get(claim.id) ?? 0) + (claim.companion ? -1 : 1))
  return new Map(
    people.map(({ who, person, claim }) => {
      const runner = { ...person, name: who === 0 ? null : person.name }
      const automatic = automaticRights(rights, { day, agesOn, runner }).map((right) => ({
        ...right,
        isCompanion: false,
        proofPath: null,
      }))
      if (!claim) return [who, automatic]
      const right = rights.find(({ id }) => id === claim.id)
      const isCompanion = claim.companion
      const problem =
        rightProblem(right, { day, agesOn, runner, isCompanion }) ??
        (right?.isDeclared && claim.version !== right.version
          ? 'O texto da declaração mudou. Leia e aceite de novo.'
          : null) ??
        (isCompanion && (companionsOf.get(claim.id) ?? 0) < 0
          ? 'O desconto de acompanhante precisa de alguém com o direito nesta inscrição, um para cada acompanhante.'
          : null) ??
        (!claim.proof && right?.proofDueOn && day > right.proofDueOn
          ? 'O prazo para enviar o comprovante depois terminou. Anexe-o agora.'
          : null) ??
        (claim.proof && !files.has(claim.proof) ? 'Arquivo não encontrado. Envie-o de novo.' : null)
      if (problem) refuse(who, 'right', problem)
      if (problem || !right) return [who, automatic]
      const claimed = { ...right, isCompanion, proofPath: claim.proof ?? null }
      return [who, [claimed, ...automatic.filter(({ id }) => id !== right.id)]]
    }),
  )
}

interface Registered {
  right_rule_id: number | null
  rejected_right_ids: readonly number[]
  name: string
  birth_on: IsoDate
  sex: number
}

/**
 * The rights of a registration that changes: the one it has, whatever its dates are now, and those without a
 * claim that staff did not reject.
 */
export function rightsOfRegistered(
  { rights, agesOn }: Pick<SalesSnapshot, 'rights' | 'agesOn'>,
  { right_rule_id, rejected_right_ids, name, birth_on, sex }: Registered,
  day: IsoDate,
): ApplicableRight[] {
  const kept = rights.find(({ id }) => id === right_rule_id)
  const automatic = automaticRights(rights, { day, agesOn, runner: { birth_date: birth_on, sex, name } })
  const others = automatic.filter(({ id }) => id !== right_rule_id && !rejected_right_ids.includes(id))
  return [...(kept ? [kept] : []), ...others].map((right) => ({
    ...right,
    isCompanion: false,
    proofPath: null,
  }))
}
