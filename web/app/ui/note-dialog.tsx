import { Button, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Dialog } from './dialog.tsx'
import { DialogButtons } from './dialog-buttons.tsx'

interface NoteDialogProps {
  title: string
  children: ReactNode
  label: string
  /** The message for an empty note. Without it the note is optional. */
  missing?: string
  confirmLabel: string
  danger?: boolean
  busy: boolean
  onConfirm: (note: string) => void
  onClose: () => void
}

const LONGEST = 500

export function NoteDialog({
  title,
  children,
  label,
  missing,
  confirmLabel,
  danger = false,
  busy,
  onConfirm,
  onClose,
}: NoteDialogProps) {
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = note.trim()
    if (missing && !text) setError(missing)
    else onConfirm(text)
  }
  return (
    <Dialog opened onClose={busy ? () => {} : onClose} title={title}>
      <form onSubmit={submit} noValidate>
        {children}
        <Textarea
          label={label}
          required={missing !== undefined}
          value={note}
          error={error}
          maxLength={LONGEST}
          autosize
          minRows={3}
          data-autofocus
          mt="md"
          onChange={(event) => {
            setNote(event.currentTarget.value)
            setError(undefined)
          }}
        />
        <DialogButtons>
          <Button variant="default" onClick={onClose} disabled={busy}>
            Voltar
          </Button>
          <Button type="submit" color={danger ? 'red' : undefined} loading={busy}>
            {confirmLabel}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
