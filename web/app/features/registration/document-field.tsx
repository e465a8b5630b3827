import { Loader } from '@mantine/core'
import { IconFileCheck, IconPaperclip, IconTrash } from '@tabler/icons-react'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { failureMessage } from '#web/api/api.ts'
import { fileProblem } from '#web/features/account/register/file-problem.ts'
import drop from '#web/ui/file-drop.module.css'
import { TextButton } from '#web/ui/text-button.tsx'
import classes from './document-field.module.css'

interface DocumentFieldProps {
  /** What to press, without and with a file. */
  labels: readonly [attach: string, replace: string]
  /** The name of the file that was sent. */
  fileName: string | undefined
  problem?: string | undefined
  onPick: (file: File) => Promise<unknown>
  onRemove?: () => void
}

/** An image or PDF, sent as soon as it is chosen. */
export function DocumentField({ labels, fileName, problem, onPick, onRemove }: DocumentFieldProps) {
  const id = useId()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const message = refusal ?? problem
  const isSent = fileName !== undefined

  const pick = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [picked] = currentTarget.files ?? []
    // Without this, choosing the same file again would not fire a change event.
    currentTarget.value = ''
    if (!picked || busy) return
    const wrong = fileProblem(picked)
    setRefusal(wrong ?? undefined)
    if (wrong) return
    setBusy(true)
    try {
      await onPick(picked)
    } catch (failure) {
      setRefusal(failureMessage(failure, 'Erro ao enviar o arquivo.'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={classes.field}>
      <div className={drop.row}>
        <div className={drop.drop} data-invalid={message !== undefined || undefined}>
          <span className={drop.icon} aria-hidden>
            {busy ? <Loader size={24} /> : isSent ? <IconFileCheck size={24} /> : <IconPaperclip size={24} />}
          </span>
          <label htmlFor={id} className={drop.words}>
            <strong>{labels[isSent ? 1 : 0]}</strong>
            <span id={`${id}-name`} aria-live="polite">
              {busy ? 'Enviando…' : (fileName ?? 'Imagem ou PDF de até 10 MB')}
            </span>
          </label>
          <input
            ref={input}
            id={id}
            type="file"
            accept="image/*,application/pdf"
            aria-invalid={message !== undefined}
            aria-describedby={message && `${id}-problem`}
            onChange={pick}
          />
        </div>
        {isSent && onRemove && (
          <TextButton
            variant="subtle"
            color="red"
            icon={IconTrash}
            onClick={() => {
              input.current?.focus()
              onRemove()
            }}
          >
            Remover
          </TextButton>
        )}
      </div>
      {message && (
        <p id={`${id}-problem`} className={classes.problem} role="alert">
          {message}
        </p>
      )}
    </div>
  )
}
