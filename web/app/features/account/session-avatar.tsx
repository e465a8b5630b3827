import { useState } from 'react'
import type { uploadImage } from '#contract/account.ts'
import { api } from '../../api.ts'
import { type Session, updateSession } from '../../session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { storedFile } from '../../ui/stored-file.ts'

interface SessionAvatarProps {
  session: Session
  /** In pixels. */
  size?: number
}

/** The signed-in person's picture; a participant may change it. */
export function SessionAvatar({ session: { user, roles }, size = 48 }: SessionAvatarProps) {
  const [busy, setBusy] = useState(false)
  const upload = async (image: File) => {
    const form = new FormData()
    form.set('image', image)
    setBusy(true)
    try {
      const { data } = await api<typeof uploadImage>(
        { method: 'POST', path: '/participant/:id/image' },
        { params: { id: user.id }, form },
      )
      updateSession({ user: { ...user, image: data.image } })
    } catch {
      // By the specification the old picture stays.
    } finally {
      setBusy(false)
    }
  }
  const mayChange = roles[0] === 'Participante'
  return (
    <Avatar src={storedFile(user.image)} size={size} busy={busy} onPick={mayChange ? upload : undefined} />
  )
}
