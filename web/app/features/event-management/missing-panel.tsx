import { UnstyledButton } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { useId } from 'react'
import { useFormContext } from 'react-hook-form'
import type { FieldProblem } from '#contract/errors.ts'
import type { EventForm } from './form/event-form.ts'
import { missingFieldWords } from './form/field-words.ts'
import { STEPS, stepOf } from './form/steps.ts'
import classes from './problem-panel.module.css'

interface MissingPanelProps {
  /** Whether the event is new, so that saving it opens the registrations. */
  isNew: boolean
  missing: readonly FieldProblem[]
  onGo: (field: string) => void
}

/** What the event lacks before it can be opened, by step, with links to the fields. */
export function MissingPanel({ isNew, missing, onGo }: MissingPanelProps) {
  const id = useId()
  const { getValues } = useFormContext<EventForm>()
  if (missing.length === 0)
    return isNew ? (
      <p className={classes.ready}>
        <IconFlag size={20} aria-hidden />
        Não falta nada: “Salvar” abre as inscrições, e “Salvar sem abrir” só guarda o evento.
      </p>
    ) : null
  const steps = STEPS.map((label, step) => ({
    label,
    lacking: missing.filter(({ field }) => stepOf(field) === step),
  })).filter(({ lacking }) => lacking.length > 0)
  return (
    <section className={classes.panel} data-tone="missing" aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        <IconFlag size={20} aria-hidden />
        Falta para abrir as inscrições
      </h2>
      <dl className={classes.steps}>
        {steps.map(({ label, lacking }) => (
          <div key={label}>
            <dt>{label}</dt>
            {lacking.map(({ field, message }) => (
              <dd key={field + message}>
                <UnstyledButton className={classes.link} onClick={() => onGo(field)}>
                  {missingFieldWords(getValues(), { field, message })}
                </UnstyledButton>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}
