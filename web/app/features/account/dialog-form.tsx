import { Button, Group } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import classes from './dialog-form.module.css'

interface DialogFormProps {
  children: ReactNode
  confirmLabel: string
  danger?: boolean | undefined
  busy: boolean
  onSubmit: FormEventHandler
  onClose: () => void
}

/** A form in a dialog, with the buttons that leave it and send it. */
export function DialogForm({ children, confirmLabel, danger, busy, onSubmit, onClose }: DialogFormProps) {
  return (
    <form onSubmit={onSubmit} noValidate aria-busy={busy} className={classes.form}>
      {children}
      <Group justify="flex-end" mt="xs">
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancelar
        </Button>
        <Button type="submit" color={danger ? 'red' : undefined} loading={busy}>
          {confirmLabel}
        </Button>
      </Group>
    </form>
  )
}
