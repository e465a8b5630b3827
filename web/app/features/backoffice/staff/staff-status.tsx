import { IconLock } from '@tabler/icons-react'
import type { StaffUser } from '#contract/backoffice/staff.ts'
import { StatusChip } from '../../../ui/status-chip.tsx'

export function StaffStatus({ user }: { user: Pick<StaffUser, 'blocked_at' | 'email_verified'> }) {
  if (user.blocked_at)
    return (
      <StatusChip tone="error" icon={IconLock}>
        Bloqueado
      </StatusChip>
    )
  if (!user.email_verified) return <StatusChip tone="warning">Convite enviado</StatusChip>
  return <StatusChip tone="success">Ativo</StatusChip>
}
