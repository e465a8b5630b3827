import { Input } from '@mantine/core'
import { useId, useState } from 'react'
import { type FieldPath, useController, useFormContext, useWatch } from 'react-hook-form'
import type { Course } from '#contract/course.ts'
import { CourseView } from '../../course.tsx'
import { useLocked } from '../event-context.tsx'
import type { EventForm } from '../form/event-form.ts'
import { FileDrop } from './file-drop.tsx'
import { fileProblem, sizeProblem, type UploadPurpose, upload, uploadFailure } from './upload.ts'

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
