import { IconBan } from '@tabler/icons-react'
import { StatusChip } from '../../ui/status-chip.tsx'

export function SoldOut() {
  return (
    <StatusChip tone="error" icon={IconBan}>
      Esgotado
    </StatusChip>
  )
}
