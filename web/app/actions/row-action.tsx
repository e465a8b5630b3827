import { ActionIcon } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useAction } from './use-action.ts'

interface RowActionProps {
  icon: TablerIcon
  label: string
  /** The name of the row, for screen readers. */
  name: string
  color?: string
  action: () => Promise<{ message?: string }>
  invalidates: readonly unknown[]
  failure: string
}

/** A small button in a row. It acts without confirmation, so the action must be harmless. */
export function RowAction({ icon: Icon, label, name, color, action, invalidates, failure }: RowActionProps) {
  const act = useAction({ action, invalidates, failure })
  return (
    <Tooltip label={label}>
      <ActionIcon
        color={color}
        aria-label={`${label}: ${name}`}
        loading={act.isPending}
        onClick={() => act.mutate()}
      >
        <Icon size={22} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
