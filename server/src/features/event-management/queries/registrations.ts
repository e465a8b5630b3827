import { sql } from 'kysely'
import type { Tx } from '#server/lib/db.ts'

/** Read in parts, because an event may have hundreds of thousands. */
const PART = 10_000

/** The caller has locked the event, so no other transaction changes what the rules depend on. */
export async function* eachRegistration(tx: Tx, eventId: number) {
  for (let after = 0; ; ) {
    const part = await tx
      .selectFrom('registrations')
      .where('event_id', '=', eventId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PART)
      .select(['id', 'status', 'name', 'birth_on', 'sex', 'modality_id', 'category_id', 'kit_id'])
      .select('ineligible_reason')
      .execute()
    yield part
    if (part.length < PART) return
    after = part.at(-1)?.id ?? 0
  }
}

/** Locks the registrations in id order. */
export async function storeReasons(
  tx: Tx,
  changes: readonly { registration: { id: number }; reason: string | null }[],
  at: Date,
): Promise<void> {
  if (changes.length === 0) return
  await sql`
    with changed as (
      select * from unnest(${changes.map(({ registration }) => registration.id)}::bigint[], ${changes.map(({ reason }) => reason)}::text[]) c (id, reason)
    ), locked as (
      select id from registrations where id in (select id from changed) order by id for no key update
    )
    update registrations r set ineligible_reason = changed.reason, updated_at = ${at}
    from changed join locked using (id) where r.id = changed.id`.execute(tx)
}
