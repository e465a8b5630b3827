import { IconLock } from '@tabler/icons-react'
import { StatusChip } from '../../ui/status-chip.tsx'

/** Whether one can register, as a chip. */
export function EventStatus({ open }: { open: boolean }) {
  return open ? (
    <StatusChip tone="success">Inscrições abertas</StatusChip>
  ) : (
    <StatusChip tone="neutral" icon={IconLock}>
      Inscrições encerradas
    </StatusChip>
  )
}
