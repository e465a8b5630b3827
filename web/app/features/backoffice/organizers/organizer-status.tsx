import { IconLock } from '@tabler/icons-react'
import type { OrganizerAccount } from '#contract/backoffice/organizers.ts'
import { StatusChip } from '../../../ui/status-chip.tsx'

interface OrganizerStatusProps {
  organizer: Pick<OrganizerAccount, 'suspended_at' | 'email_verified'>
}

export function OrganizerStatus({ organizer }: OrganizerStatusProps) {
  if (organizer.suspended_at)
    return (
      <StatusChip tone="error" icon={IconLock}>
        Suspenso
      </StatusChip>
    )
  if (!organizer.email_verified) return <StatusChip tone="warning">Convite enviado</StatusChip>
  return <StatusChip tone="success">Ativo</StatusChip>
}
