import type { Updateable } from 'kysely'
import type { Db, Tx } from '#server/lib/db.ts'
import type { Organizers } from '#server/lib/db-types.ts'
import { AppError } from '#server/lib/errors.ts'
import { hasOrganizerPage } from '../../queries.ts'

const notFound = () => new AppError('not_found', { message: 'Dados do organizador não encontrados.' })

const profiles = (db: Db, id: number) =>
  db
    .selectFrom('organizers as o')
    .where('o.id', '=', id)
    .select([
      'o.id',
      'o.fantasy_name',
      'o.about',
      'o.public_phone',
      'o.public_email',
      'o.site',
      'o.instagram',
      'o.logo_path',
      'o.corporate_reason',
      'o.cnpj',
      'o.responsible',
    ])
    .select(hasOrganizerPage.as('has_page'))

export type ProfileRow = Awaited<ReturnType<typeof getProfile>>

export const getProfile = (db: Db, id: number) => profiles(db, id).executeTakeFirstOrThrow(notFound)

export const lockProfile = (tx: Tx, id: number): Promise<ProfileRow> =>
  profiles(tx, id).forNoKeyUpdate('o').executeTakeFirstOrThrow(notFound)

export async function updateProfile(tx: Tx, id: number, changes: Updateable<Organizers>): Promise<void> {
  await tx.updateTable('organizers').set(changes).where('id', '=', id).execute()
}
