import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { confirmPassword, requireSamePassword } from './credentials/require-password.ts'
import { checkingCode, takeCodeIfOn } from './second-factor/take-code.ts'

/** Proves that the owner of the account makes the request, not somebody with a stolen session. */
export interface Confirmation {
  caller: Caller
  password: string
  /** The code of the second factor. */
  code: string | undefined
  ip: string
}

type ConfirmDeps = Pick<Deps, 'db' | 'clock' | 'rateLimiter' | 'secrets'>

/**
 * `run` opens a transaction and calls `prove` in it, so that a code is used up only with the change. Both
 * throw 422 on `current_password` and `code`.
 */
export async function confirmed<Result>(
  deps: ConfirmDeps,
  { caller, password, code, ip }: Confirmation,
  run: (prove: (tx: Tx) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const proof = await confirmPassword(deps, caller, password)
  const at = deps.clock.now()
  const change = () =>
    run(async (tx) => {
      await requireSamePassword(tx, caller.userId, proof)
      await takeCodeIfOn(tx, deps.secrets, { userId: caller.userId, code, at, ip })
    })
  return code === undefined ? change() : checkingCode(deps, caller, change)
}

/** Throws 422 on `current_password` and `code`, before `change` runs. */
export const confirmedTransaction = (
  deps: ConfirmDeps,
  confirmation: Confirmation,
  change: (tx: Tx, at: Date) => Promise<void>,
): Promise<void> =>
  confirmed(deps, confirmation, (prove) =>
    transaction(deps.db, async (tx) => {
      await prove(tx)
      await change(tx, deps.clock.now())
    }),
  )
