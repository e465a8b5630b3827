import { ActionIcon, Alert, Button } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiFailure, failureMessage } from '#web/api/api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { DialogForm } from './dialog-form.tsx'

interface FormDialogButtonProps {
  icon: TablerIcon
  /** Label of the button that opens the dialog. */
  label: string
  variant?: 'filled' | 'default' | 'subtle'
  danger?: boolean
  disabled?: boolean
  /** Shows only the icon of the button, for use in a row. */
  compact?: boolean
  title: string
  /** Renders the fields; `errorOf` returns the server's message for a field. */
  children: (errorOf: (field: string) => string | undefined) => ReactNode
  /** The fields that show their own messages. The dialog shows the messages of all others. */
  fields?: readonly string[]
  submit: string
  /** Submits the form and resolves to the message of the toast, or to null to leave the dialog open. */
  action: () => Promise<{ message?: string } | null>
  /** The query key that is invalidated after the action. */
  changes: QueryKey
}

/** A button that opens a dialog with a short form. */
export function FormDialogButton({
  icon: Icon,
  label,
  variant = 'default',
  danger = false,
  disabled = false,
  compact = false,
  title,
  children,
  fields = [],
  submit,
  action,
  changes,
}: FormDialogButtonProps) {
  const [open, setOpen] = useState(false)
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: action,
    onSuccess: async (done) => {
      if (!done) return
      showToast('success', done.message ?? 'Feito.')
      setOpen(false)
      await queries.invalidateQueries({ queryKey: changes })
    },
  })
  const failure = send.error instanceof ApiFailure ? send.error : null
  const errorOf = (field: string) => failure?.errorOf(field) ?? undefined
  const show = () => {
    send.reset()
    setOpen(true)
  }
  const close = () => !send.isPending && setOpen(false)
  return (
    <>
      {compact ? (
        <Tooltip label={label}>
          <ActionIcon color="gray" size="lg" aria-label={label} onClick={show}>
            <Icon size={22} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ) : (
        <Button
          variant={variant}
          color={danger ? 'red' : undefined}
          disabled={disabled}
          leftSection={<Icon size={20} aria-hidden />}
          onClick={show}
        >
          {label}
        </Button>
      )}
      <Dialog opened={open} onClose={close} title={title}>
        <DialogForm
          confirmLabel={submit}
          cancelLabel="Voltar"
          danger={danger}
          busy={send.isPending}
          onSubmit={(event) => {
            event.preventDefault()
            send.mutate()
          }}
          onClose={close}
        >
          {children(errorOf)}
          {send.error && !fields.some(errorOf) && (
            <Alert color="red" role="alert">
              {failureMessage(send.error, 'Não deu certo. Tente de novo.')}
            </Alert>
          )}
        </DialogForm>
      </Dialog>
    </>
  )
}
