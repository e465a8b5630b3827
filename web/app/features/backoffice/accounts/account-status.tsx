import { IconLock } from '@tabler/icons-react'
import type { AccountRow } from '#contract/backoffice/accounts.ts'
import { StatusChip } from '../../../ui/status-chip.tsx'

export function AccountStatus({ account }: { account: Pick<AccountRow, 'blocked_at' | 'email_verified'> }) {
  if (account.blocked_at)
    return (
      <StatusChip tone="error" icon={IconLock}>
        Bloqueado
      </StatusChip>
    )
  if (!account.email_verified) return <StatusChip tone="warning">E-mail não verificado</StatusChip>
  return <StatusChip tone="success">Ativo</StatusChip>
}
