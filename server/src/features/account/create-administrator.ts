import { z } from 'zod'
import { Email, Name, NewPassword } from '#contract/fields.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { createUserWithRole } from './create-user-with-role.ts'
import { hashNewPassword } from './credentials/password.ts'

const Administrator = z.object({
  name: Name('Nome obrigatório'),
  email: Email(),
  password: NewPassword(),
})

/** Makes an administrator whose e-mail needs no verification: whoever runs the installation vouches for it. Throws 422. */
export async function createAdministrator(
  deps: Pick<Deps, 'db' | 'clock'>,
  given: z.input<typeof Administrator>,
): Promise<{ email: string }> {
  const { name, email, password } = Administrator.parse(given)
  const passwordHash = await hashNewPassword(password, { name, email })
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const user = { name, email, passwordHash, emailVerifiedAt: at, role: 'Admin', at } as const
    const id = await createUserWithRole(tx, user)
    await audit(tx, {
      at,
      actorUserId: null,
      action: 'user.created',
      entity: 'user',
      entityId: id,
      after: { role: 'Admin' },
    })
  })
  return { email }
}
