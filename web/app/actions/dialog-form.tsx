import { Button } from '@mantine/core'
import type { ComponentProps, FormEventHandler, ReactNode } from 'react'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import classes from './dialog-form.module.css'

interface DialogFormProps extends Pick<ComponentProps<'form'>, 'onBlur' | 'onChange'> {
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean | undefined
  busy: boolean
  /** Whether the form cannot be submitted yet. */
  disabled?: boolean
  onSubmit: FormEventHandler
  onClose: () => void
}

/** A form in a dialog, with the buttons that cancel and submit it. */
export function DialogForm({
  children,
  confirmLabel,
  cancelLabel = 'Cancelar',
  danger,
  busy,
  disabled = false,
  onSubmit,
  onClose,
  ...checks
}: DialogFormProps) {
  return (
    <form onSubmit={onSubmit} {...checks} noValidate aria-busy={busy} className={classes.form}>
      {children}
      <DialogButtons>
        <Button variant="default" onClick={onClose} disabled={busy}>
          {cancelLabel}
        </Button>
        <Button
          type="submit"
          color={danger ? 'red' : undefined}
          loading={busy}
          disabled={disabled}
          // Ctrl+S presses it.
          data-save={!danger || undefined}
        >
          {confirmLabel}
        </Button>
      </DialogButtons>
    </form>
  )
}
