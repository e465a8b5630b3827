import { Anchor, Button, Text } from '@mantine/core'
import { IconBold, IconHeading, IconList } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { markupHtml } from '#contract/markup.ts'
import { Prose } from '#web/features/event/prose.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import type { EventForm } from '../form/event-form.ts'
import { type MarkupFormat, markupEdit } from '../form/markup-edit.ts'
import { useFields } from '../parts/fields.tsx'
import classes from './steps.module.css'

interface MarkupFieldProps {
  name: 'description' | 'rules'
  description?: string
  required?: boolean
}

const BUTTONS = [
  ['heading', 'Título', IconHeading],
  ['list', 'Lista', IconList],
  ['bold', 'Negrito', IconBold],
] as const

const HELP = 'Também: ## Subtítulo · 1. lista numerada · [palavras](https://endereço)'

/** Changes the text as if it was typed, so that the form notices. */
function apply(area: HTMLTextAreaElement, format: MarkupFormat): void {
  const { value: text, selectionStart: start, selectionEnd: end } = area
  const edit = markupEdit({ text, start, end }, format)
  area.setRangeText(edit.text, edit.from, edit.to)
  area.dispatchEvent(new Event('input', { bubbles: true }))
  area.focus()
  area.setSelectionRange(edit.from + edit.select[0], edit.from + edit.select[1])
}

export function MarkupField({ name, description, required = false }: MarkupFieldProps) {
  const field = useFields('event')(name)
  const { control } = useFormContext<EventForm>()
  const text = useWatch({ control, name })
  const [shown, setShown] = useState(false)
  const id = useId()
  const format = (kind: MarkupFormat) => {
    const area = document.getElementById(id)
    if (area instanceof HTMLTextAreaElement) apply(area, kind)
  }
  return (
    <div>
      <TextareaField {...field} id={id} description={description} required={required} minRows={4} />
      <div className={classes.markupHelp}>
        <fieldset className={classes.formats}>
          {/* Not `aria-label`, which would make it a second control with the label of the field. */}
          <legend className="sr-only">Formatar: {field.label}</legend>
          {BUTTONS.map(([kind, label, Icon]) => (
            <Button
              key={kind}
              variant="default"
              size="compact-sm"
              leftSection={<Icon size={16} aria-hidden />}
              onClick={() => format(kind)}
            >
              {label}
            </Button>
          ))}
          <Text size="sm" c="dimmed">
            {HELP}
          </Text>
        </fieldset>
        {text.trim() !== '' && (
          <Anchor component="button" type="button" size="sm" onClick={() => setShown(!shown)}>
            {shown ? 'Esconder prévia' : 'Ver como fica'}
          </Anchor>
        )}
      </div>
      {shown && text.trim() !== '' && (
        <section className={classes.markupPreview} aria-label={`Prévia: ${field.label}`}>
          <Prose html={markupHtml(text)} />
        </section>
      )}
    </div>
  )
}
