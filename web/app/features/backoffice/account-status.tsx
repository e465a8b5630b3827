import { IconLock } from '@tabler/icons-react'
import { StatusChip } from '#web/ui/status-chip.tsx'

interface AccountStatusProps {
  account: { blocked_at: string | null; email_verified: boolean }
  /** Set for accounts that begin with an invitation. */
  isInvited?: boolean
  blocked?: string
}

/** Whether an account can be used. */
export function AccountStatus({ account, isInvited = false, blocked = 'Bloqueado' }: AccountStatusProps) {
  if (account.blocked_at)
    return (
      <StatusChip tone="error" icon={IconLock}>
        {blocked}
      </StatusChip>
    )
  if (account.email_verified) return <StatusChip tone="success">Ativo</StatusChip>
  return <StatusChip tone="warning">{isInvited ? 'Convite enviado' : 'E-mail não verificado'}</StatusChip>
}

interface OrganizerStatusProps {
  organizer: { suspended_at: string | null; email_verified: boolean }
}

export const OrganizerStatus = ({ organizer }: OrganizerStatusProps) => (
  <AccountStatus
    account={{ ...organizer, blocked_at: organizer.suspended_at }}
    isInvited
    blocked="Suspenso"
  />
)
