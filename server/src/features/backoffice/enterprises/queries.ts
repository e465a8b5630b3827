import { sql } from 'kysely'
import type { Db, Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { code } from '#server/lib/sql-codes.ts'

const searched = (db: Db, search: string | undefined) => {
  const query = db.selectFrom('enterprises')
  if (!search) return query
  const text = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const cnpj = `%${search.toUpperCase().replace(/[^0-9A-Z]/g, '')}%`
  return query.where((eb) =>
    eb.or([
      eb(sql`searchable(enterprises.name)`, 'like', sql`searchable(${text})`),
      ...(cnpj.length > 2 ? [eb('enterprises.cnpj', 'like', cnpj)] : []),
    ]),
  )
}

const withCounts = (query: ReturnType<typeof searched>) =>
  query.select([
    'enterprises.id',
    'enterprises.name',
    'enterprises.cnpj',
    'enterprises.created_at',
    sql<number>`(select count(*) from organizers o where o.enterprise_id = enterprises.id and o.type = ${code.organizer.organizer})`.as(
      'organizers',
    ),
    sql<number>`(select count(*) from events e where e.enterprise_id = enterprises.id)`.as('events'),
  ])

export type EnterpriseRow = Awaited<ReturnType<typeof listEnterprises>>[number]

interface Filter {
  search?: string | undefined
  page: number
  per_page: number
}

export const listEnterprises = (db: Db, { search, page, per_page }: Filter) =>
  withCounts(searched(db, search))
    .orderBy('enterprises.name')
    .orderBy('enterprises.id')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()

export async function countEnterprises(db: Db, search: string | undefined): Promise<number> {
  const { count } = await searched(db, search)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const getEnterprise = (db: Db, id: number): Promise<EnterpriseRow> =>
  withCounts(searched(db, undefined).where('enterprises.id', '=', id)).executeTakeFirstOrThrow(
    () => new AppError('not_found'),
  )

export interface Names {
  name: string
  cnpj: string
}

export async function insertEnterprise(tx: Tx, names: Names, at: Date): Promise<number> {
  const { id } = await tx
    .insertInto('enterprises')
    .values({ ...names, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const lockEnterprise = (tx: Tx, id: number): Promise<{ name: string; cnpj: string | null }> =>
  tx
    .selectFrom('enterprises')
    .select(['name', 'cnpj'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new AppError('not_found'))

export async function updateEnterpriseRow(tx: Tx, id: number, names: Names): Promise<void> {
  await tx.updateTable('enterprises').set(names).where('id', '=', id).execute()
}

/** Fails while organizers, events or users reference the enterprise. */
export async function deleteEnterpriseRow(tx: Tx, id: number): Promise<void> {
  for (const table of ['fee_settings', 'refund_settings', 'installment_settings', 'payout_settings'] as const)
    await tx.deleteFrom(table).where('enterprise_id', '=', id).execute()
  await tx.deleteFrom('enterprises').where('id', '=', id).execute()
}
