import { IconLock } from '@tabler/icons-react'
import type { Producer } from '#contract/producer/producer.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'

export function ProducerStatus({ producer }: { producer: Producer }) {
  if (producer.blocked_at)
    return (
      <StatusChip tone="error" icon={IconLock}>
        Bloqueado
      </StatusChip>
    )
  if (!producer.email_verified) return <StatusChip tone="warning">Convite enviado</StatusChip>
  return <StatusChip tone="success">Convite aceito</StatusChip>
}
