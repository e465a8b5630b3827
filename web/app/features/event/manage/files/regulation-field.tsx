import { Button, FileButton, Input, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useLocked } from '../event-context.tsx'
import type { EventForm } from '../form/event-form.ts'
import { LABELS } from '../form/labels.ts'
import { FileDrop } from './file-drop.tsx'
import { sizeProblem, upload, uploadFailure } from './upload.ts'

/** The event's regulation: a link, or a PDF that is uploaded and linked. */
export function RegulationField() {
  const id = useId()
  const locked = useLocked()
  const { control, setError, clearErrors } = useFormContext<EventForm>()
  const { field, fieldState } = useController({ control, name: 'regulation' })
  const [busy, setBusy] = useState(false)
  const isOurs = field.value.startsWith('/storage/')
  const pick = async (file: File) => {
    const problem = file.type === 'application/pdf' ? sizeProblem(file) : 'Escolha um PDF'
    if (problem) return setError('regulation', { type: 'file', message: problem })
    setBusy(true)
    try {
      field.onChange(`/storage/${(await upload(file, file.name, 'regulation')).path}`)
      clearErrors('regulation')
    } catch (failure) {
      setError('regulation', { type: 'file', message: uploadFailure(failure) })
    }
    setBusy(false)
  }
  if (isOurs)
    return (
      <Input.Wrapper label={LABELS.event.regulation} id={id} error={fieldState.error?.message}>
        <FileDrop
          id={id}
          path={field.value.replace('/storage/', '')}
          ratio={1}
          compact
          accept="application/pdf"
          hint="PDF enviado"
          invalid={fieldState.invalid}
          locked={locked || busy}
          busy={busy}
          inputRef={field.ref}
          onPick={pick}
          onRemove={() => field.onChange('')}
        />
      </Input.Wrapper>
    )
  return (
    <div>
      <TextInput
        {...field}
        type="url"
        inputMode="url"
        placeholder="https://"
        label={LABELS.event.regulation}
        error={fieldState.error?.message}
      />
      <FileButton accept="application/pdf" onChange={(file) => file && void pick(file)}>
        {(props) => (
          <Button {...props} variant="subtle" size="sm" mt="0.25rem" loading={busy} disabled={locked}>
            Ou enviar um PDF
          </Button>
        )}
      </FileButton>
    </div>
  )
}
