import { useState } from 'react'
import type { uploadImage } from '#contract/account/account.ts'
import { api } from '#web/api/api.ts'
import { type Session, updateSession } from '#web/session/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { storedFile } from '#web/ui/stored-file.ts'

interface SessionAvatarProps {
  session: Session
  /** Width and height in pixels. */
  size?: number
}

/** The user's picture. Participants can change it. */
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
    } finally {
      setBusy(false)
    }
  }
  const mayChange = roles[0] === 'Participante'
  return (
    <Avatar src={storedFile(user.image)} size={size} busy={busy} onPick={mayChange ? upload : undefined} />
  )
}
