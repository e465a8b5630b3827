import { ActionIcon } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureMessage } from '../../api.ts'
import { showToast } from '../../ui/toast.ts'
import { Tooltip } from '../../ui/tooltip.tsx'

interface RowActionProps {
  icon: TablerIcon
  label: string
  /** Names the row for screen readers. */
  name: string
  color?: string
  action: () => Promise<{ message?: string }>
  /** The query key that is invalidated afterwards. */
  invalidates: readonly unknown[]
  failure: string
}

/** A small button in a row that acts without confirmation, because nothing can be lost. */
export function RowAction({ icon: Icon, label, name, color, action, invalidates, failure }: RowActionProps) {
  const queries = useQueryClient()
  const act = useMutation({
    mutationFn: action,
    onSuccess: async ({ message }) => {
      showToast('success', message ?? 'Feito.')
      await queries.invalidateQueries({ queryKey: invalidates })
    },
    onError: (reason) => showToast('error', failureMessage(reason, failure)),
  })
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
