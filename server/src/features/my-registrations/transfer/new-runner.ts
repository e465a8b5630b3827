import { profileProblem } from '#contract/checkout/order-rules.ts'
import type { OtherRunner } from '#contract/my-registrations/transfer.ts'
import type { Person } from '#contract/registration/person.ts'
import type { Deps } from '#server/deps.ts'
import { listBuyers } from '#server/features/checkout/queries/orders.ts'
import { teamProblem } from '#server/features/registration/teams/queries.ts'
import { isRegistered } from '#server/features/registration/transfers/queries.ts'
import type { Db } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Transferable } from './queries.ts'

interface Wanted {
  userId: number
  current: Transferable
  /** Null: the account's own person. */
  other: OtherRunner | null
}

export interface NewRunner {
  person: Person | null
  /** The person is not the account's own. */
  isOther: boolean
  problem: string | null
}

/**
 * Who takes the registration over, and why they cannot. Whether somebody else's CPF is registered is not said here,
 * because everybody could ask (`acceptTransfer`).
 */
export async function newRunner(
  db: Db,
  { clock }: Pick<Deps, 'clock'>,
  { userId, current, other }: Wanted,
): Promise<NewRunner> {
  const [buyer] = await listBuyers(db, [{ userId, couponId: null }], clock.now())
  if (!buyer) throw new AppError('unauthenticated')
  const { name, cpf, phone, birth_date, sex } = buyer
  if (cpf === null || phone === null || birth_date === null || sex === null)
    return { person: null, isOther: false, problem: profileProblem({ cpf, phone, birth_date, sex }) }
  if (other && other.cpf !== cpf) {
    const problem =
      other.cpf === current.cpf
        ? 'Esta inscrição já está neste CPF.'
        : await teamProblem(db, current.id, other.sex)
    return { person: { ...other, email: null }, isOther: true, problem }
  }
  const person: Person = { name, cpf, phone, email: null, birth_date, sex: sex === 0 ? 0 : 1 }
  const refused = (problem: string | null) => ({ person, isOther: false, problem })
  if (cpf === current.cpf) return refused('Esta inscrição já está no seu CPF.')
  if (await isRegistered(db, { eventId: current.event_id, cpf }))
    return refused('Já há uma inscrição com o seu CPF neste evento.')
  return refused(await teamProblem(db, current.id, person.sex))
}
