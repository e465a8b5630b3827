import type { Db } from '#server/lib/db.ts'
import type { StoredPicture } from '#server/lib/images.ts'

interface NewUpload {
  path: string
  userId: number | null
  purpose: string
  mediaType: string
  bytes: number
  picture: StoredPicture | null
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
      created_at: upload.at,
    })
    .execute()
}
