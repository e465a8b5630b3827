import { Input } from '@mantine/core'
import { useId, useState } from 'react'
import { type FieldPath, useController, useFormContext, useWatch } from 'react-hook-form'
import type { Course } from '#contract/course.ts'
import { type UPLOAD_PURPOSES, uploadFile } from '#contract/organizer-event.ts'
import { ApiFailure, api, failureMessage } from '../../../../api.ts'
import { CourseView } from '../../course.tsx'
import { useLocked } from '../event-context.tsx'
import type { EventForm } from '../form/event-form.ts'
import { CropDialog } from './crop-dialog.tsx'
import { FileDrop } from './file-drop.tsx'

type UploadPurpose = (typeof UPLOAD_PURPOSES)[number]

const MAX_BYTES = 10 * 1024 * 1024

/** The problem of a file before it is sent, if any; the server checks its content. */
function fileProblem(file: File, takesPdf: boolean): string | null {
  const isRight = file.type.startsWith('image/') || (takesPdf && file.type === 'application/pdf')
  if (!isRight) return takesPdf ? 'Escolha uma imagem ou um PDF' : 'Escolha uma imagem'
  return sizeProblem(file)
}

const sizeProblem = ({ size }: File): string | null =>
  size > MAX_BYTES ? 'O arquivo pode ter no máximo 10 MB' : null

/** Stores a file and answers its path, and the drawing of a course. It belongs to nobody until an event that names it is saved. */
async function upload(file: Blob, name: string, purpose: UploadPurpose) {
  const form = new FormData()
  form.set('file', file, name)
  const { data } = await api(uploadFile, { query: { purpose }, form })
  return data
}

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
        title={`Recortar: ${label.toLowerCase()}`}
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

/** The map of a category's course, an image or a PDF, uploaded as it is. */
export const RouteField = ({ name }: { name: FieldPath<EventForm> }) => (
  <WholeFileField
    name={name}
    purpose="route"
    label="Percurso"
    accept="image/*,application/pdf"
    hint="Imagem ou PDF"
    problemOf={(file) => fileProblem(file, true)}
  />
)

/** The course of a modality as a GPX file, from which its map and elevations are drawn. */
export function CourseField({ name, modality }: { name: FieldPath<EventForm>; modality: string }) {
  const [drawn, setDrawn] = useState<Course | null>(null)
  const { control } = useFormContext<EventForm>()
  const path = useWatch({ control, name })
  return (
    <div>
      <WholeFileField
        name={name}
        purpose="course"
        label="Percurso em GPX"
        accept=".gpx,application/gpx+xml"
        hint="O mapa e a altimetria são desenhados na página da corrida"
        problemOf={courseProblem}
        onUploaded={setDrawn}
      />
      {drawn && drawn.gpx === path && <CourseView course={drawn} name={modality} />}
    </div>
  )
}

const courseProblem = (file: File): string | null => {
  if (!/\.gpx$/i.test(file.name)) return 'Escolha um arquivo GPX'
  return sizeProblem(file)
}

interface WholeFileFieldProps {
  name: FieldPath<EventForm>
  purpose: UploadPurpose
  label: string
  accept: string
  hint: string
  problemOf: (file: File) => string | null
  onUploaded?: (course: Course | null) => void
}

/** A file that is uploaded as soon as it is chosen, as it is; the form keeps its path. */
function WholeFileField({ name, purpose, label, accept, hint, problemOf, onUploaded }: WholeFileFieldProps) {
  const id = useId()
  const locked = useLocked()
  const { control, setError, clearErrors } = useFormContext<EventForm>()
  const { field, fieldState } = useController({ control, name })
  const [busy, setBusy] = useState(false)

  const pick = async (file: File) => {
    const problem = problemOf(file)
    if (problem) return setError(name, { type: 'file', message: problem })
    setBusy(true)
    try {
      const { path, course } = await upload(file, file.name, purpose)
      field.onChange(path)
      onUploaded?.(course)
      clearErrors(name)
    } catch (failure) {
      setError(name, {
        type: 'file',
        message: uploadFailure(failure),
      })
    }
    setBusy(false)
  }
  return (
    <Input.Wrapper label={label} id={id} error={fieldState.error?.message}>
      <FileDrop
        id={id}
        path={String(field.value ?? '')}
        ratio={1}
        compact
        accept={accept}
        hint={hint}
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

/** What is wrong with the file itself, else why it could not be sent. */
const uploadFailure = (failure: unknown): string =>
  (failure instanceof ApiFailure && failure.errorOf('file')) ||
  failureMessage(failure, 'Não foi possível enviar o arquivo.')
