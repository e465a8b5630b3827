import { IconLock } from '../../ui/icons.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'

/** A chip that says whether registrations are open. */
export function EventStatus({ open }: { open: boolean }) {
  return open ? (
    <StatusChip tone="success">Inscrições abertas</StatusChip>
  ) : (
    <StatusChip tone="neutral" icon={IconLock}>
      Inscrições encerradas
    </StatusChip>
  )
}
