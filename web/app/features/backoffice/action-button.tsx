import { Button } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { failureMessage } from '../../api.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.ts'

interface ActionButtonProps {
  icon: TablerIcon
  label: string
  /** Something is lost, or somebody is shut out, by it. */
  danger?: boolean
  /** What is asked first, and the button that says yes. */
  question: { title: string; words: ReactNode; confirm: string }
  /** Does it, and answers what to tell. */
  action: () => Promise<{ message?: string }>
  /** What it changes. */
  forget: readonly unknown[]
  /** Told when it could not be done for a reason nobody gave. */
  failure: string
}

/** A button that asks, does something to a record, and tells. */
export function ActionButton({
  icon: Icon,
  label,
  danger = false,
  question,
  action,
  forget,
  failure,
}: ActionButtonProps) {
  const [asking, setAsking] = useState(false)
  const queries = useQueryClient()
  const act = useMutation({
    mutationFn: action,
    onSuccess: async ({ message }) => {
      showToast('success', message ?? 'Feito.')
      await queries.invalidateQueries({ queryKey: forget })
      setAsking(false)
    },
    onError: (reason) => {
      showToast('error', failureMessage(reason, failure))
      setAsking(false)
    },
  })
  return (
    <>
      <Button
        variant={danger ? 'subtle' : 'default'}
        color={danger ? 'red' : undefined}
        leftSection={<Icon size={20} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        title={question.title}
        confirmLabel={question.confirm}
        danger={danger}
        busy={act.isPending}
        onConfirm={() => act.mutate()}
        onClose={() => setAsking(false)}
      >
        {question.words}
      </ConfirmDialog>
    </>
  )
}
