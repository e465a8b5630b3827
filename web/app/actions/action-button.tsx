import type { TablerIcon } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { NoteDialog } from '#web/ui/note-dialog.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { useAction } from './use-action.ts'

interface ActionButtonProps {
  icon: TablerIcon
  label: string
  danger?: boolean
  question: { title: string; words: ReactNode; confirm: string }
  /** Asks for a reason, which `action` receives. */
  asksReason?: boolean
  /** Performs the action and resolves to the message of the toast; an empty or missing message shows none. */
  action: (reason: string) => Promise<{ message?: string }>
  invalidates: readonly unknown[]
  /** The message for a failure without a message from the server. */
  failure: string
  /** Called after success, before queries are invalidated: it may leave the page of a deleted record. */
  onDone?: () => void
}

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
  const close = () => setAsking(false)
  const act = useAction({
    action,
    invalidates,
    failure,
    onDone: () => {
      close()
      onDone?.()
    },
    onFailed: close,
  })
  return (
    <>
      <TextButton
        variant={danger ? 'subtle' : 'default'}
        color={danger ? 'red' : undefined}
        icon={Icon}
        onClick={() => setAsking(true)}
      >
        {label}
      </TextButton>
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
            onClose={close}
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
          onClose={close}
        >
          {question.words}
        </ConfirmDialog>
      )}
    </>
  )
}
