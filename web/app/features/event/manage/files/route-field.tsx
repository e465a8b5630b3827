import { Input } from '@mantine/core'
import { useId, useState } from 'react'
import { type FieldPath, useController, useFormContext } from 'react-hook-form'
import { failureMessage } from '../../../../api.ts'
import { useEditor } from '../editor-context.ts'
import type { EventForm } from '../form/event-form.ts'
import { FileDrop } from './file-drop.tsx'
import { fileProblem, upload } from './upload.ts'

/** The map of a category's course, an image or a PDF, as it is. */
export function RouteField({ name }: { name: FieldPath<EventForm> }) {
  const id = useId()
  const { locked } = useEditor()
  const { control, setError, clearErrors } = useFormContext<EventForm>()
  const { field, fieldState } = useController({ control, name })
  const [busy, setBusy] = useState(false)

  const pick = async (file: File) => {
    const problem = fileProblem(file, true)
    if (problem) return setError(name, { type: 'file', message: problem })
    setBusy(true)
    try {
      field.onChange(await upload(file, file.name, 'route'))
      clearErrors(name)
    } catch (failure) {
      setError(name, {
        type: 'file',
        message: failureMessage(failure, 'Não foi possível enviar o arquivo.'),
      })
    }
    setBusy(false)
  }
  return (
    <Input.Wrapper label="Percurso" labelProps={{ htmlFor: id }} error={fieldState.error?.message}>
      <FileDrop
        id={id}
        path={String(field.value ?? '')}
        ratio={1}
        compact
        accept="image/*,application/pdf"
        hint="Imagem ou PDF"
        invalid={fieldState.invalid}
        locked={locked || busy}
        busy={busy}
        inputRef={field.ref}
        onPick={pick}
        onRemove={() => field.onChange('')}
      />
    </Input.Wrapper>
  )
}
