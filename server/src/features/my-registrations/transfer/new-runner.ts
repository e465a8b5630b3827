import { profileProblem } from '#contract/checkout/order-rules.ts'
import type { Person } from '#contract/registration/person.ts'
import type { Deps } from '#server/deps.ts'
import { listBuyers } from '#server/features/checkout/queries/orders.ts'
import { teamProblem } from '#server/features/registration/teams/queries.ts'
import { isRegistered } from '#server/features/registration/transfers/queries.ts'
import type { Db } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Transferable } from './queries.ts'

/** The account as a runner, and why it cannot take the registration over. */
export async function newRunner(
  db: Db,
  { clock }: Pick<Deps, 'clock'>,
  { userId, current }: { userId: number; current: Transferable },
): Promise<{ person: Person | null; problem: string | null }> {
  const [buyer] = await listBuyers(db, [{ userId, couponId: null }], clock.now())
  if (!buyer) throw new AppError('unauthenticated')
  const { name, cpf, phone, birth_date, sex } = buyer
  if (cpf === null || phone === null || birth_date === null || sex === null)
    return { person: null, problem: profileProblem({ cpf, phone, birth_date, sex }) }
  const person: Person = { name, cpf, phone, email: null, birth_date, sex: sex === 0 ? 0 : 1 }
  if (cpf === current.cpf) return { person, problem: 'Esta inscrição já está no seu CPF.' }
  if (await isRegistered(db, { eventId: current.event_id, cpf }))
    return { person, problem: 'Já há uma inscrição com o seu CPF neste evento.' }
  return { person, problem: await teamProblem(db, current.id, person.sex) }
}
