import { IconLock, IconLockOpen, IconMailForward, IconTrash } from '@tabler/icons-react'
import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { ActionButton } from './action-button.tsx'

type Answer = Promise<{ message?: string }>

interface ResetAccessButtonProps {
  email: string
  invited?: boolean
  action: () => Answer
  invalidates: QueryKey
}

/** Sends a link to set a password: to a user who lost access, or again to an invited one. */
export function ResetAccessButton({ email, invited = false, action, invalidates }: ResetAccessButtonProps) {
  return (
    <ActionButton
      icon={IconMailForward}
      label={invited ? 'Reenviar convite' : 'Redefinir acesso'}
      question={{
        title: invited ? 'Reenviar o convite?' : 'Redefinir o acesso?',
        words: `Um link para criar uma senha nova segue para ${email}. Até lá, nada muda.`,
        confirm: 'Enviar',
      }}
      action={action}
      invalidates={invalidates}
      failure="Erro ao enviar o e-mail."
    />
  )
}

interface BlockButtonProps {
  name: string
  /** The kind of account in the texts: `usuário`. */
  kind: string
  blocked: boolean
  labels?: { block: string; unblock: string }
  /** The effects of blocking and of unblocking, in words. */
  blocks: ReactNode
  unblocks: ReactNode
  action: (change: { blocked: true; reason: string } | { blocked: false }) => Answer
  invalidates: QueryKey
}

export function BlockButton({
  name,
  kind,
  blocked,
  labels = { block: 'Bloquear', unblock: 'Desbloquear' },
  blocks,
  unblocks,
  action,
  invalidates,
}: BlockButtonProps) {
  const label = blocked ? labels.unblock : labels.block
  return (
    <ActionButton
      // Each dialog has a key of its own, so that its text does not change while it closes.
      key={label}
      icon={blocked ? IconLockOpen : IconLock}
      label={label}
      danger={!blocked}
      asksReason={!blocked}
      question={{ title: `${label} ${name}?`, words: blocked ? unblocks : blocks, confirm: label }}
      action={(reason) => action(blocked ? { blocked: false } : { blocked: true, reason })}
      invalidates={invalidates}
      failure={`Erro ao mudar a situação do ${kind}.`}
    />
  )
}

interface RemoveButtonProps {
  name: string
  kind: string
  label?: 'Remover' | 'Apagar'
  words: string
  asksReason?: boolean
  action: (reason: string) => Answer
  invalidates: QueryKey
  list: string
}

export function RemoveButton({
  name,
  kind,
  label = 'Remover',
  words,
  asksReason = false,
  action,
  invalidates,
  list,
}: RemoveButtonProps) {
  const navigate = useNavigate()
  return (
    <ActionButton
      icon={IconTrash}
      label={label}
      danger
      asksReason={asksReason}
      question={{ title: `${label} ${name}?`, words, confirm: label }}
      action={action}
      onDone={() => navigate(list, { replace: true })}
      invalidates={invalidates}
      failure={`Erro ao ${label.toLowerCase()} o ${kind}.`}
    />
  )
}
