import { sql } from 'kysely'
import type { Db } from '#server/lib/db.ts'
import { PUBLIC_FOLDERS } from '#server/lib/files.ts'
import type { StoredPicture } from '#server/lib/images.ts'
import type { StoredCourse } from '../domain/course.ts'

interface NewUpload {
  path: string
  userId: number | null
  purpose: string
  mediaType: string
  bytes: number
  picture: StoredPicture | null
  course: StoredCourse | null
  at: Date
}

export async function insertUpload(db: Db, upload: NewUpload): Promise<void> {
  await db
    .insertInto('uploads')
    .values({
      path: upload.path,
      user_id: upload.userId,
      purpose: upload.purpose,
      media_type: upload.mediaType,
      bytes: upload.bytes,
      picture: upload.picture && JSON.stringify(upload.picture),
      course: upload.course && JSON.stringify(upload.course),
      created_at: upload.at,
    })
    .execute()
}

/** The stems (`events/<uuid>`) that belong to an upload or a reference. */
export async function selectKnownStems(db: Db, stems: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ stem: string }>`
    select distinct file_stem(known.path) as stem
    from (select path from uploads union all select path from file_references) known
    where file_stem(known.path) = any (${stems}::text[])`.execute(db)
  return new Set(rows.map(({ stem }) => stem))
}

/** Deletes and returns uploads created before `at` that nothing references. */
export async function deleteUnusedUploads(db: Db, at: Date): Promise<{ path: string; purpose: string }[]> {
  const { rows } = await sql<{ path: string; purpose: string }>`
    delete from uploads
    where created_at < ${at}::timestamptz
      and not exists (select from file_references used where used.path = uploads.path)
    returning path, purpose`.execute(db)
  return rows
}

export type FileKind = 'picture' | 'course' | 'pdf'

export async function findPublicFiles(
  db: Db,
  paths: readonly string[],
): Promise<Map<string, { kind: FileKind }>> {
  if (paths.length === 0) return new Map()
  const rows = await db
    .selectFrom('uploads')
    .select('path')
    .select(
      sql<FileKind>`case when picture is not null then 'picture' when course is not null then 'course' else 'pdf' end`.as(
        'kind',
      ),
    )
    .where('path', 'in', paths)
    .where(sql<string>`split_part(path, '/', 1)`, 'in', PUBLIC_FOLDERS)
    .execute()
  return new Map(rows.map(({ path, kind }) => [path, { kind }]))
}
