// How long access data is kept: docs/data-processing.md.

import type { Db } from '#server/lib/db.ts'

/** Also clears the addresses of older audit entries. */
export async function deleteOldAccess(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('revoked_at', '<', before), eb('expires_at', '<', before)]))
    .execute()
  await db.deleteFrom('user_tokens').where('expires_at', '<', before).execute()
  await db.deleteFrom('login_challenges').where('expires_at', '<', before).execute()
  await db.deleteFrom('security_events').where('at', '<', before).execute()
  // Only two months are scanned, because earlier runs cleared older entries.
  await db
    .updateTable('audit_log')
    .set({ ip: null })
    .where('at', '<', before)
    .where('at', '>', new Date(before.getTime() - 60 * 86_400_000))
    .where('ip', 'is not', null)
    .execute()
}

/** Rows that have no use after they expired. */
export async function deleteEnded(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute()
  await db.deleteFrom('rate_limits').where('expires_at', '<', now).execute()
}

export async function deleteOldDevices(db: Db, { devices, failures }: { devices: Date; failures: Date }) {
  await db.deleteFrom('known_devices').where('last_used_at', '<', devices).execute()
  await db.deleteFrom('attempts').where('counted_at', '<', failures).execute()
}
