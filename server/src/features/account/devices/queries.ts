import type { Db, Tx } from '#server/lib/db.ts'

/** Whether somebody has logged in to the account of this address from the device before. */
export async function isKnownDevice(db: Db, email: string, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('users.id')
    .where('users.email', '=', email)
    .where('known_devices.token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row !== undefined
}

const MOST_DEVICES = 20

/** From now on the device is known; one that was known already is so for longer. The one unused for longest makes room. */
export async function rememberDevice(tx: Tx, userId: number, tokenHash: Buffer, at: Date): Promise<void> {
  await tx
    .insertInto('known_devices')
    .values({ user_id: userId, token_hash: tokenHash, last_used_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'token_hash']).doUpdateSet({ last_used_at: at }))
    .execute()
  await tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('known_devices')
        .select('token_hash')
        .where('user_id', '=', userId)
        .orderBy('last_used_at', 'desc')
        .orderBy('token_hash')
        .offset(MOST_DEVICES),
    )
    .execute()
}

/** From now on no device is known. */
export async function forgetDevices(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
}

/** Devices, and counted failures, that were of no use since. */
export async function forgetOldDevices(db: Db, { devices, failures }: { devices: Date; failures: Date }) {
  await db.deleteFrom('known_devices').where('last_used_at', '<', devices).execute()
  await db.deleteFrom('attempts').where('counted_at', '<', failures).execute()
}
