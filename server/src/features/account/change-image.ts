import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { invalidField } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { encodeAvatar, newAvatarPath } from './avatar.ts'
import { removeFiles } from './jobs.ts'
import { lockUser, updateUser } from './queries.ts'

interface NewImage {
  userId: number
  bytes: Buffer
  ip: string
}

/** Gives somebody a new profile picture and removes the one before; answers its path. */
export async function changeImage(
  deps: Pick<Deps, 'db' | 'clock' | 'files'>,
  { userId, bytes, ip }: NewImage,
): Promise<string> {
  const picture = await encodeAvatar(bytes)
  if (!picture) throw invalidField('image', 'Arquivo inválido')
  const path = newAvatarPath()
  await deps.files.write(path, picture)
  const at = deps.clock.now()
  try {
    await transaction(deps.db, async (tx) => {
      const before = await lockUser(tx, userId)
      await updateUser(tx, userId, { image_path: path }, at)
      if (before.image_path) await addJob(tx, removeFiles, { paths: [before.image_path] })
      await audit(tx, {
        at,
        actorUserId: userId,
        action: 'user.image_changed',
        entity: 'user',
        entityId: userId,
        ip,
      })
    })
  } catch (error) {
    await deps.files.remove(path)
    throw error
  }
  return path
}
