import { Button } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { failureMessage } from '../../api.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { NoteDialog } from '../../ui/note-dialog.tsx'
import { showToast } from '../../ui/toast.ts'

interface ActionButtonProps {
  icon: TablerIcon
  label: string
  /** The action deletes something or takes access away. */
  danger?: boolean
  /** The text of the confirmation dialog and of its button. */
  question: { title: string; words: ReactNode; confirm: string }
  /** Asks for a reason, which `action` gets. */
  asksReason?: boolean
  /** Performs the action and returns the message to show; none for an empty one. */
  action: (reason: string) => Promise<{ message?: string }>
  /** The query key that is invalidated afterwards. */
  invalidates: readonly unknown[]
  /** The message when the server gives no reason for a failure. */
  failure: string
  /** After success, before what shows the record is loaded again: leaves a record that is gone. */
  onDone?: () => void
}

/** A button that asks for confirmation, performs an action on a record and shows the result as a toast. */
export function ActionButton({
  icon: Icon,
  label,
  danger = false,
  question,
  asksReason = false,
  action,
  invalidates,
  failure,
  onDone,
}: ActionButtonProps) {
  const [asking, setAsking] = useState(false)
  const queries = useQueryClient()
  const act = useMutation({
    mutationFn: action,
    onSuccess: async ({ message }) => {
      if (message !== '') showToast('success', message ?? 'Feito.')
      setAsking(false)
      onDone?.()
      await queries.invalidateQueries({ queryKey: invalidates })
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
      {asksReason ? (
        asking && (
          <NoteDialog
            title={question.title}
            label="Motivo, que fica na auditoria"
            missing="Informe o motivo"
            confirmLabel={question.confirm}
            danger={danger}
            busy={act.isPending}
            onConfirm={(reason) => act.mutate(reason)}
            onClose={() => setAsking(false)}
          >
            {question.words}
          </NoteDialog>
        )
      ) : (
        <ConfirmDialog
          open={asking}
          title={question.title}
          confirmLabel={question.confirm}
          danger={danger}
          busy={act.isPending}
          onConfirm={() => act.mutate('')}
          onClose={() => setAsking(false)}
        >
          {question.words}
        </ConfirmDialog>
      )}
    </>
  )
}
