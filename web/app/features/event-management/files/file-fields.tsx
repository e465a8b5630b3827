import { useState } from 'react'
import { type FieldPath, type FieldValues, useFormContext, useWatch } from 'react-hook-form'
import type { Course } from '#contract/event/course.ts'
import { CourseView } from '#web/features/event/course.tsx'
import { useLocked } from '../event-context.tsx'
import type { EventForm } from '../form/event-form.ts'
import { FileField } from './file-field.tsx'
import { fileProblem, sizeProblem, type UploadPurpose } from './upload.ts'
import { useUpload } from './use-upload.ts'

export const RouteField = ({ name }: { name: FieldPath<EventForm> }) => (
  <WholeFileField
    compact
    name={name}
    purpose="route"
    label="Percurso"
    accept="image/*,application/pdf"
    hint="Imagem ou PDF"
    problemOf={(file) => fileProblem(file, true)}
  />
)

/** The course of a modality as a GPX file. The server draws its map and elevation profile. */
export function CourseField({ name, modality }: { name: FieldPath<EventForm>; modality: string }) {
  const [drawn, setDrawn] = useState<Course | null>(null)
  const { control } = useFormContext<EventForm>()
  const path = useWatch({ control, name })
  return (
    <div>
      <WholeFileField
        compact
        name={name}
        purpose="course"
        label="Percurso em GPX"
        accept=".gpx,application/gpx+xml"
        hint="O mapa e a altimetria são desenhados na página da corrida"
        problemOf={(file) => (/\.gpx$/i.test(file.name) ? sizeProblem(file) : 'Escolha um arquivo GPX')}
        onUploaded={setDrawn}
      />
      {drawn && drawn.gpx === path && <CourseView course={drawn} name={modality} />}
    </div>
  )
}

interface WholeFileFieldProps<Form extends FieldValues> {
  name: FieldPath<Form>
  purpose: UploadPurpose
  label: string
  /** Precedes the path in the form. */
  prefix?: string
  compact?: boolean
  whole?: boolean
  accept: string
  hint: string
  problemOf: (file: File) => string | null
  onBusy?: (busy: boolean) => void
  onUploaded?: (course: Course | null) => void
}

/** A file that is uploaded unchanged. */
export function WholeFileField<Form extends FieldValues = EventForm>({
  name,
  purpose,
  prefix = '',
  problemOf,
  onBusy,
  onUploaded,
  ...look
}: WholeFileFieldProps<Form>) {
  const locked = useLocked()
  const { field, error, busy, refuse, send } = useUpload(name, purpose)
  const pick = async (file: File) => {
    const problem = problemOf(file)
    if (problem) return refuse(problem)
    onBusy?.(true)
    const stored = await send(file, file.name)
    onBusy?.(false)
    if (!stored) return
    field.onChange(prefix + stored.path)
    onUploaded?.(stored.course)
  }
  return (
    <FileField
      {...look}
      error={error}
      path={String(field.value ?? '').replace(prefix, '')}
      locked={locked}
      busy={busy}
      inputRef={field.ref}
      onPick={pick}
      onRemove={() => field.onChange('')}
    />
  )
}
