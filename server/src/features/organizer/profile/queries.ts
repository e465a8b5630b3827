import type { Updateable } from 'kysely'
import { hasOrganizerPage } from '#server/features/event/queries.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { Organizers } from '#server/lib/db-types.ts'
import { AppError } from '#server/lib/errors.ts'
import { PUBLIC_COLUMNS } from '../queries.ts'

const notFound = () => new AppError('not_found', { message: 'Dados do organizador não encontrados.' })

const profiles = (db: Db, id: number) =>
  db
    .selectFrom('organizers as o')
    .where('o.id', '=', id)
    .select([...PUBLIC_COLUMNS, 'o.corporate_reason', 'o.cnpj', 'o.responsible'])
    .select(hasOrganizerPage.as('has_page'))

export type ProfileRow = Awaited<ReturnType<typeof getProfile>>

export const getProfile = (db: Db, id: number) => profiles(db, id).executeTakeFirstOrThrow(notFound)

export const lockProfile = (tx: Tx, id: number): Promise<ProfileRow> =>
  profiles(tx, id).forNoKeyUpdate('o').executeTakeFirstOrThrow(notFound)

export async function updateProfile(tx: Tx, id: number, changes: Updateable<Organizers>): Promise<void> {
  await tx.updateTable('organizers').set(changes).where('id', '=', id).execute()
}
