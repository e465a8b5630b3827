import { sql } from 'kysely'
import type { PermissionRow } from '#contract/producer/producer.ts'
import type { Permission } from '#contract/roles.ts'
import type { Db, Tx } from '#server/lib/db.ts'

/** A stored permission: the contract defines the name, the database the id. */
type CataloguedPermission = Omit<PermissionRow, 'name'> & { name: Permission }

const catalogue = (db: Db) =>
  db
    .selectFrom('permissions')
    .select(['permissions.id', sql<Permission>`permissions.name`.as('name'), 'permissions.description'])
    .orderBy('permissions.id')

export const listCatalogue = (db: Db): Promise<CataloguedPermission[]> => catalogue(db).execute()

export const listGranted = (db: Db, organizerId: number): Promise<CataloguedPermission[]> =>
  catalogue(db)
    .innerJoin('organizer_permissions', 'organizer_permissions.permission_id', 'permissions.id')
    .where('organizer_permissions.organizer_id', '=', organizerId)
    .execute()

/** Ids follow the given order. */
export async function upsertCatalogue(
  db: Db,
  permissions: readonly { name: string; description: string }[],
): Promise<void> {
  await sql`
    insert into permissions (name, description)
    select name, description
    from rows from (jsonb_to_recordset(${JSON.stringify(permissions)}::jsonb) as (name text, description text))
      with ordinality given (name, description, ordinal)
    where not exists (
      select from permissions known where known.name = given.name and known.description = given.description
    )
    order by ordinal
    on conflict (name) do update set description = excluded.description`.execute(db)
}

export async function insertGrants(
  tx: Tx,
  grants: { organizerId: number; permissionIds: readonly number[]; by: number; at: Date },
): Promise<void> {
  await tx
    .insertInto('organizer_permissions')
    .values(
      grants.permissionIds.map((permission_id) => ({
        organizer_id: grants.organizerId,
        permission_id,
        granted_by: grants.by,
        granted_at: grants.at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteGrants(
  tx: Tx,
  organizerId: number,
  permissionIds: readonly number[],
): Promise<void> {
  await tx
    .deleteFrom('organizer_permissions')
    .where('organizer_id', '=', organizerId)
    .where('permission_id', 'in', permissionIds)
    .execute()
}
