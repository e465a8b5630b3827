import { useState } from 'react'
import { type FieldPath, useFormContext } from 'react-hook-form'
import { failureMessage } from '#web/api/api.ts'
import { useLocked } from '../event-context.tsx'
import type { EventForm } from '../form/event-form.ts'
import { CropDialog } from './crop-dialog.tsx'
import { FileField } from './file-field.tsx'
import { fileProblem } from './upload.ts'
import { useUpload } from './use-upload.ts'

/** The shapes of pictures. A smaller picture than `least`, in pixels, would be blurred where it is shown. */
const SHAPES = {
  cover: { ratio: 16 / 9, least: [640, 360], hint: '16:9, de preferência com 1600 px de largura' },
  event: { ratio: 16 / 9, least: [640, 360], hint: '16:9' },
  product: { ratio: 1, least: [300, 300], hint: 'Quadrada' },
} as const

/** The error message for a small picture. One that the browser cannot decode is left to the server. */
async function pictureProblem(
  file: File,
  [least, lowest]: readonly [number, number],
): Promise<string | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return null
  const { width, height } = bitmap
  bitmap.close()
  return width < least || height < lowest
    ? `A imagem tem ${width} × ${height} px, e fica borrada. Escolha uma de pelo menos ${least} × ${lowest} px`
    : null
}

const pictureFailure = (failure: unknown) => failureMessage(failure, 'Não foi possível enviar a imagem.')

interface PictureFieldProps {
  name: FieldPath<EventForm>
  purpose: keyof typeof SHAPES
  label: string
  required?: boolean
}

/** A picture. The server crops it unless the user has done so. */
export function PictureField({ name, purpose, label, required = false }: PictureFieldProps) {
  const locked = useLocked()
  const { clearErrors, getValues, setValue } = useFormContext<EventForm>()
  const { field, error, busy, refuse, send } = useUpload<EventForm>(name, purpose, pictureFailure)
  /** The chosen file, as long as it can be cropped again. */
  const [picked, setPicked] = useState<File | null>(null)
  const [cropping, setCropping] = useState(false)
  const { ratio, least, hint } = SHAPES[purpose]

  const store = async (picture: Blob, fileName: string): Promise<boolean> => {
    const stored = await send(picture, fileName)
    if (!stored) return false
    field.onChange(stored.path)
    // The cover also becomes the event's picture until another one is chosen.
    if (name === 'cover_image' && getValues('event_image') === '') {
      setValue('event_image', stored.path, { shouldDirty: true })
      clearErrors('event_image')
    }
    return true
  }
  const pick = async (file: File) => {
    const problem = fileProblem(file, false) ?? (await pictureProblem(file, least))
    if (problem) return refuse(problem)
    if (await store(file, file.name)) setPicked(file)
  }
  const remove = () => {
    field.onChange('')
    setPicked(null)
  }
  return (
    <>
      <FileField
        label={label}
        required={required}
        error={error}
        path={String(field.value ?? '')}
        ratio={ratio}
        accept="image/*"
        hint={hint}
        locked={locked}
        busy={busy}
        inputRef={field.ref}
        onPick={pick}
        onCrop={picked && (() => setCropping(true))}
        onRemove={required ? null : remove}
      />
      <CropDialog
        file={cropping ? picked : null}
        title={`Enquadrar: ${label.toLowerCase()}`}
        ratio={ratio}
        onCrop={async (picture) => {
          await store(picture, picked?.name ?? 'imagem.jpg')
          setCropping(false)
        }}
        onClose={() => setCropping(false)}
      />
    </>
  )
}
