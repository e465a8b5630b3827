import { randomBytes } from 'node:crypto'
import { insertPasskey } from '#server/features/account/passkeys/queries.ts'
import { type Db, transaction } from '#server/lib/db.ts'

/** A row that no device can use. Returns its id. */
export async function createPasskey(db: Db, userId: number, createdAt = new Date()): Promise<number> {
  const { id } = await transaction(db, (tx) =>
    insertPasskey(tx, {
      user_id: userId,
      credential_id: randomBytes(16),
      public_key: randomBytes(16),
      counter: 0,
      transports: ['internal'],
      name: 'Celular',
      backed_up: false,
      created_at: createdAt,
    }),
  )
  return id
}
