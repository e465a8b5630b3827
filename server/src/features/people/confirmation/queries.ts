import { sql } from 'kysely'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import type { TermKind } from '#contract/event/term-kind.ts'
import { ANSWER_FILE } from '#server/features/account/domain/sent-file.ts'
import { sha256Of } from '#server/features/event/queries.ts'
import { asRegistered, chosenNames } from '#server/features/registration/queries.ts'
import type { Db, Tx } from '#server/lib/db.ts'

interface NewLink {
  registrationId: number
  tokenHash: Buffer
  at: Date
  expiresAt: Date
}

export async function insertLink(
  db: Db,
  { registrationId, tokenHash, at, expiresAt }: NewLink,
): Promise<void> {
  await db
    .insertInto('confirmation_links')
    .values({ registration_id: registrationId, token_hash: tokenHash, created_at: at, expires_at: expiresAt })
    .execute()
}

export const findLink = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('confirmation_links')
    .where('token_hash', '=', tokenHash)
    .select(['id', 'registration_id', 'expires_at', 'used_at'])
    .executeTakeFirst()

/** All links of a registration end with the first use of one. */
export const endLinks = (tx: Tx, registrationId: number, at: Date) =>
  tx
    .updateTable('confirmation_links')
    .set({ used_at: at })
    .where('registration_id', '=', registrationId)
    .where('used_at', 'is', null)
    .execute()

/** A registration that somebody else made for its participant. */
export const findParticipant = (db: Db, registrationId: number) =>
  db
    .selectFrom('confirmations as f')
    .innerJoin('registrations as r', 'r.id', 'f.registration_id')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .innerJoin('users as u', 'u.id', 'r.responsible_user_id')
    .leftJoin('cities as y', 'y.ibge_id', 'e.city_id')
    .where('r.id', '=', registrationId)
    .select(['r.registered_name', 'r.registered_birth_on'])
    .select(['r.id', 'r.name', 'r.cpf', 'r.birth_on', 'r.phone', 'r.email', 'r.status', 'r.disowned_at'])
    .select([
      'r.modality_id',
      'r.category_id',
      'r.kit_id',
      'r.responsible_user_id',
      'f.confirmed_at',
      ...chosenNames,
    ])
    .select(['e.id as event_id', 'e.title', 'e.slug', 'e.event_on', 'e.start_time', 'e.timezone'])
    .select(['e.state_code', 'y.name as city', 'u.name as buyer_name'])
    .select((eb) =>
      eb
        .exists(eb.selectFrom('users as own').whereRef('own.cpf', '=', 'r.cpf').select('own.id'))
        .$castTo<boolean>()
        .as('has_account'),
    )
    .executeTakeFirst()
export type Participant = NonNullable<Awaited<ReturnType<typeof findParticipant>>>

export const lockRegistration = (tx: Tx, registrationId: number) =>
  tx
    .selectFrom('registrations')
    .where('id', '=', registrationId)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

export const listTerms = (db: Db, { id, event_id }: Pick<Participant, 'id' | 'event_id'>) =>
  db
    .selectFrom('terms as t')
    .leftJoin('term_acceptances as a', (join) =>
      join
        .onRef('a.term_id', '=', 't.id')
        .onRef('a.version', '=', 't.version')
        .on('a.registration_id', '=', id)
        .on('a.by_participant', '=', true)
        .on('a.revoked_at', 'is', null),
    )
    .where('t.event_id', '=', event_id)
    .where('t.status', '=', ITEM_STATUS.active)
    .orderBy('t.position')
    .orderBy('t.id')
    .select(['t.id', 't.name', 't.version', 't.description', 't.kind'])
    .select(sha256Of(sql.ref('t.description')).as('sha256'))
    .select(sql<boolean>`a.term_id is not null`.as('accepted'))
    .$narrowType<{ kind: TermKind }>()
    .execute()

/** The right whose proof is awaited. */
export const findAwaitedProof = (db: Db, registrationId: number) =>
  db
    .selectFrom('right_claims as c')
    .innerJoin('right_rules as x', 'x.id', 'c.right_rule_id')
    .where('c.registration_id', '=', registrationId)
    .where('c.status', 'in', ['awaiting_proof', 'in_review'])
    .select(['x.name', 'x.proof', 'c.proof_due_on'])
    .executeTakeFirst()

/** Files that were sent through a link, and are not part of a registration yet. */
export async function findUnownedFiles(db: Db, paths: readonly string[]): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set()
  const rows = await db
    .selectFrom('uploads')
    .where('path', 'in', paths)
    .where('purpose', '=', ANSWER_FILE)
    .where('user_id', 'is', null)
    .where(sql<boolean>`not exists (select from questionnaire_answers where file_path = uploads.path)`)
    .where(sql<boolean>`not exists (select from right_claims where proof_path = uploads.path)`)
    .select('path')
    .execute()
  return new Set(rows.map(({ path }) => path))
}

interface Confirmed {
  registrationId: number
  at: Date
  ip: string
  person: { name: string; phone: string; email: string | null }
}

export async function storeConfirmation(
  tx: Tx,
  { registrationId, at, ip, person }: Confirmed,
): Promise<void> {
  await tx
    .updateTable('registrations')
    .set({ ...asRegistered, ...person, updated_at: at })
    .where('id', '=', registrationId)
    .execute()
  await tx
    .updateTable('confirmations')
    .set({ confirmed_at: at, ip })
    .where('registration_id', '=', registrationId)
    .execute()
}

/** Accepts terms in place of the buyer. A consent that is not among them any more is revoked. */
export async function acceptTerms(
  tx: Tx,
  registrationId: number,
  terms: readonly { id: number; version: number }[],
  at: Date,
): Promise<void> {
  if (terms.length > 0)
    await tx
      .insertInto('term_acceptances')
      .values(
        terms.map(({ id, version }) => ({
          registration_id: registrationId,
          term_id: id,
          version,
          accepted_at: at,
          by_participant: true,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['registration_id', 'term_id']).doUpdateSet((eb) => ({
          version: eb.ref('excluded.version'),
          accepted_at: eb.ref('excluded.accepted_at'),
          by_participant: true,
          revoked_at: null,
        })),
      )
      .execute()
  await sql`
    update term_acceptances a set revoked_at = ${at}
    from term_versions v
    where v.term_id = a.term_id and v.version = a.version and v.kind = 'consent'
      and a.registration_id = ${registrationId} and a.revoked_at is null
      and a.term_id <> all (${terms.map(({ id }) => id)}::bigint[])`.execute(tx)
}
