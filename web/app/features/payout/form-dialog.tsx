import { ActionIcon, Alert, Button, Group } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiFailure, failureMessage } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import classes from './payout.module.css'
import { PAYOUTS_KEY } from './queries.ts'

interface FormDialogProps {
  icon: TablerIcon
  /** Of the button that opens it. */
  label: string
  variant?: 'filled' | 'default' | 'subtle'
  danger?: boolean
  disabled?: boolean
  /** The button is the icon alone, in a row with others. */
  compact?: boolean
  title: string
  /** The fields; `errorOf` gives the server's message of a field. */
  children: (errorOf: (field: string) => string | undefined) => ReactNode
  /** The fields that show their own messages; of others the dialog does. */
  fields?: readonly string[]
  submit: string
  /** Sends the form and returns the message to show. */
  action: () => Promise<{ message?: string }>
  /** What is read again afterwards. */
  changes?: QueryKey
}

/** A button that opens a dialog with a short form. */
export function FormDialog({
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
  changes = PAYOUTS_KEY,
}: FormDialogProps) {
  const [open, setOpen] = useState(false)
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: action,
    onSuccess: async ({ message }) => {
      showToast('success', message ?? 'Feito.')
      setOpen(false)
      await queries.invalidateQueries({ queryKey: changes })
    },
  })
  const failure = send.error instanceof ApiFailure ? send.error : null
  const errorOf = (field: string) => failure?.errorOf(field) ?? undefined
  const colour = danger ? 'red' : undefined
  const show = () => {
    send.reset()
    setOpen(true)
  }
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
          color={colour}
          disabled={disabled}
          leftSection={<Icon size={20} aria-hidden />}
          onClick={show}
        >
          {label}
        </Button>
      )}
      <Dialog opened={open} onClose={() => !send.isPending && setOpen(false)} title={title}>
        <form
          noValidate
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault()
            send.mutate()
          }}
        >
          {children(errorOf)}
          {send.error && !fields.some(errorOf) && (
            <Alert color="red" role="alert">
              {failureMessage(send.error, 'Não deu certo. Tente de novo.')}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" disabled={send.isPending} onClick={() => setOpen(false)}>
              Voltar
            </Button>
            <Button type="submit" color={colour} loading={send.isPending}>
              {submit}
            </Button>
          </Group>
        </form>
      </Dialog>
    </>
  )
}
