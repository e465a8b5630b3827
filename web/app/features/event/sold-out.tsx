import { IconBan } from '../../ui/icons.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'

export function SoldOut() {
  return (
    <StatusChip tone="error" icon={IconBan}>
      Esgotado
    </StatusChip>
  )
}
