import { IconLock } from '@tabler/icons-react'
import type { Producer } from '#contract/producer.ts'
import { StatusChip } from '../../ui/status-chip.tsx'

export function ProducerStatus({ producer }: { producer: Pick<Producer, 'blocked_at' | 'email_verified'> }) {
  if (producer.blocked_at)
    return (
      <StatusChip tone="error" icon={IconLock}>
        Bloqueado
      </StatusChip>
    )
  if (!producer.email_verified) return <StatusChip tone="warning">Convite enviado</StatusChip>
  return <StatusChip tone="success">Convite aceito</StatusChip>
}
