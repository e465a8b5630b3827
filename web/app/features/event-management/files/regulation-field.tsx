import { Button, FileButton, TextInput } from '@mantine/core'
import { useLocked } from '../event-context.tsx'
import type { EventForm } from '../form/event-form.ts'
import { LABELS } from '../form/labels.ts'
import { WholeFileField } from './file-fields.tsx'
import { sizeProblem } from './upload.ts'
import { useUpload } from './use-upload.ts'

const STORED = '/storage/'

const pdfProblem = (file: File): string | null =>
  file.type === 'application/pdf' ? sizeProblem(file) : 'Escolha um PDF'

/** The event's regulation: a typed link, or an uploaded PDF with a link to it. */
export function RegulationField() {
  const locked = useLocked()
  const { field, error, busy, refuse, send } = useUpload<EventForm, 'regulation'>('regulation', 'regulation')
  const label = LABELS.event.regulation
  const pick = async (file: File) => {
    const problem = pdfProblem(file)
    if (problem) return refuse(problem)
    const stored = await send(file, file.name)
    if (stored) field.onChange(STORED + stored.path)
  }
  if (field.value.startsWith(STORED))
    return (
      <WholeFileField
        compact
        name="regulation"
        purpose="regulation"
        label={label}
        prefix={STORED}
        accept="application/pdf"
        hint="PDF enviado"
        problemOf={pdfProblem}
      />
    )
  return (
    <div>
      <TextInput {...field} type="url" inputMode="url" placeholder="https://" label={label} error={error} />
      <FileButton accept="application/pdf" onChange={(file) => file && void pick(file)}>
        {(props) => (
          <Button {...props} variant="transparent" size="sm" px={0} loading={busy} disabled={locked}>
            Ou enviar um PDF
          </Button>
        )}
      </FileButton>
    </div>
  )
}
