import { Input } from '@mantine/core'
import { useId, useState } from 'react'
import { type FieldPath, useController, useFormContext } from 'react-hook-form'
import { failureMessage } from '../../../../api.ts'
import { useEditor } from '../editor-context.ts'
import type { EventForm } from '../form/event-form.ts'
import { CropDialog } from './crop-dialog.tsx'
import { FileDrop } from './file-drop.tsx'
import { fileProblem, upload } from './upload.ts'

const RATIOS = { cover: 16 / 9, event: 16 / 9, product: 1 } as const
const SHAPES = { cover: '16:9, a partir de 1600 px de largura', event: '16:9', product: 'Quadrada' } as const

interface PictureFieldProps {
  name: FieldPath<EventForm>
  purpose: keyof typeof RATIOS
  label: string
  required?: boolean
}

/** A picture, cut to the shape it is shown in and stored as soon as it is chosen; the form keeps its path. */
export function PictureField({ name, purpose, label, required = false }: PictureFieldProps) {
  const id = useId()
  const { locked } = useEditor()
  const { control, setError, clearErrors } = useFormContext<EventForm>()
  const { field, fieldState } = useController({ control, name })
  const [picked, setPicked] = useState<File | null>(null)
  const refuse = (message: string) => setError(name, { type: 'file', message })

  const pick = (file: File) => {
    const problem = fileProblem(file, false)
    if (problem) return refuse(problem)
    clearErrors(name)
    setPicked(file)
  }
  const send = async (picture: Blob) => {
    try {
      field.onChange(await upload(picture, picked?.name ?? 'imagem.jpg', purpose))
      clearErrors(name)
    } catch (failure) {
      refuse(failureMessage(failure, 'Não foi possível enviar a imagem.'))
    }
    setPicked(null)
  }
  return (
    <Input.Wrapper
      label={label}
      labelProps={{ htmlFor: id }}
      withAsterisk={required}
      error={fieldState.error?.message}
    >
      <FileDrop
        id={id}
        path={String(field.value ?? '')}
        ratio={RATIOS[purpose]}
        accept="image/*"
        hint={SHAPES[purpose]}
        invalid={fieldState.invalid}
        locked={locked}
        inputRef={field.ref}
        onPick={pick}
        onRemove={required ? null : () => field.onChange('')}
      />
      <CropDialog
        file={picked}
        title={`Recortar: ${label.toLowerCase()}`}
        ratio={RATIOS[purpose]}
        onCrop={send}
        onClose={() => setPicked(null)}
      />
    </Input.Wrapper>
  )
}
