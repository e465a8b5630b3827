import { Input } from '@mantine/core'
import { useId, useState } from 'react'
import { type FieldPath, useController, useFormContext } from 'react-hook-form'
import { failureMessage } from '../../../../api.ts'
import { useLocked } from '../event-context.tsx'
import type { EventForm } from '../form/event-form.ts'
import { CropDialog } from './crop-dialog.tsx'
import { FileDrop } from './file-drop.tsx'
import { fileProblem, upload } from './upload.ts'

/** The least size in which a picture is not blurred where it is shown. */
const SMALLEST = { cover: [640, 360], event: [640, 360], product: [300, 300] } as const

/** The problem of a picture that is too small; one that the browser cannot read is left to the server. */
async function pictureProblem(file: File, purpose: keyof typeof SMALLEST): Promise<string | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return null
  const { width, height } = bitmap
  bitmap.close()
  const [least, lowest] = SMALLEST[purpose]
  return width < least || height < lowest
    ? `A imagem tem ${width} × ${height} px, e fica borrada. Escolha uma de pelo menos ${least} × ${lowest} px`
    : null
}

const RATIOS = { cover: 16 / 9, event: 16 / 9, product: 1 } as const
const SHAPES = { cover: '16:9, a partir de 1600 px de largura', event: '16:9', product: 'Quadrada' } as const

interface PictureFieldProps {
  name: FieldPath<EventForm>
  purpose: keyof typeof RATIOS
  label: string
  required?: boolean
}

/** A picture, uploaded as soon as it is chosen; the form keeps its path. The server crops it, unless somebody crops it here. */
export function PictureField({ name, purpose, label, required = false }: PictureFieldProps) {
  const id = useId()
  const locked = useLocked()
  const { control, setError, clearErrors, getValues, setValue } = useFormContext<EventForm>()
  const { field, fieldState } = useController({ control, name })
  /** The whole picture, as long as it can be cropped anew. */
  const [picked, setPicked] = useState<File | null>(null)
  const [busy, setBusy] = useState(false)
  const [cropping, setCropping] = useState(false)
  const refuse = (message: string) => setError(name, { type: 'file', message })

  const send = async (picture: Blob, fileName: string): Promise<boolean> => {
    setBusy(true)
    try {
      const { path } = await upload(picture, fileName, purpose)
      field.onChange(path)
      clearErrors(name)
      // The race's own picture is its cover, until another one is chosen.
      if (name === 'cover_image' && getValues('event_image') === '') {
        setValue('event_image', path, { shouldDirty: true })
        clearErrors('event_image')
      }
      return true
    } catch (failure) {
      refuse(failureMessage(failure, 'Não foi possível enviar a imagem.'))
      return false
    } finally {
      setBusy(false)
    }
  }
  const pick = async (file: File) => {
    const problem = fileProblem(file, false) ?? (await pictureProblem(file, purpose))
    if (problem) return refuse(problem)
    if (await send(file, file.name)) setPicked(file)
  }
  return (
    <Input.Wrapper label={label} id={id} withAsterisk={required} error={fieldState.error?.message}>
      <FileDrop
        id={id}
        path={String(field.value ?? '')}
        ratio={RATIOS[purpose]}
        accept="image/*"
        hint={SHAPES[purpose]}
        invalid={fieldState.invalid}
        locked={locked || busy}
        busy={busy}
        inputRef={field.ref}
        onPick={pick}
        onCrop={picked && (() => setCropping(true))}
        onRemove={
          required
            ? null
            : () => {
                field.onChange('')
                setPicked(null)
              }
        }
      />
      <CropDialog
        file={cropping ? picked : null}
        title={`Enquadrar: ${label.toLowerCase()}`}
        ratio={RATIOS[purpose]}
        onCrop={async (picture) => {
          await send(picture, picked?.name ?? 'imagem.jpg')
          setCropping(false)
        }}
        onClose={() => setCropping(false)}
      />
    </Input.Wrapper>
  )
}
