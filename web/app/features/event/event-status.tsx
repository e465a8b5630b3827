import { IconBan, IconLock } from '#web/ui/icons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

export function EventStatus({ open }: { open: boolean }) {
  return open ? (
    <StatusChip tone="success">Inscrições abertas</StatusChip>
  ) : (
    <StatusChip tone="neutral" icon={IconLock}>
      Inscrições encerradas
    </StatusChip>
  )
}

export const SoldOut = () => (
  <StatusChip tone="error" icon={IconBan}>
    Esgotado
  </StatusChip>
)
