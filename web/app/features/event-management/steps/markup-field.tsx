import { Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { markupHtml } from '#contract/markup.ts'
import { Prose } from '#web/features/event/prose.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import type { EventForm } from '../form/event-form.ts'
import { useFields } from '../parts/fields.tsx'
import classes from './steps.module.css'

interface MarkupFieldProps {
  name: 'description' | 'rules'
  description?: string
  required?: boolean
}

const HELP =
  '# Título · ## Subtítulo · - lista · 1. lista numerada · **negrito** · [palavras](https://endereço)'

export function MarkupField({ name, description, required = false }: MarkupFieldProps) {
  const field = useFields('event')(name)
  const { control } = useFormContext<EventForm>()
  const text = useWatch({ control, name })
  const [shown, setShown] = useState(false)
  return (
    <div>
      <TextareaField {...field} description={description} required={required} minRows={4} />
      <div className={classes.markupHelp}>
        <Text size="sm" c="dimmed">
          {HELP}
        </Text>
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
