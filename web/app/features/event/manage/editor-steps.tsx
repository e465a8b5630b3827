import { IconAlertCircleFilled } from '@tabler/icons-react'
import { get, useFormContext, useFormState } from 'react-hook-form'
import classes from './editor-steps.module.css'
import type { EventForm } from './form/event-form.ts'
import { STEPS, stepOf } from './form/steps.ts'

interface EditorStepsProps {
  current: number
  onGo: (step: number) => void
}

/** The six steps, each one a click away; those with something to correct say so. */
export function EditorSteps({ current, onGo }: EditorStepsProps) {
  const { control } = useFormContext<EventForm>()
  const { errors } = useFormState({ control })
  const wrong = new Set(
    Object.keys(errors)
      .filter((field) => get(errors, field))
      .map(stepOf),
  )
  return (
    <nav aria-label="Etapas" className={classes.steps}>
      <ol>
        {STEPS.map((label, step) => (
          <li key={label}>
            <button
              type="button"
              className={classes.step}
              aria-current={step === current ? 'step' : undefined}
              data-wrong={wrong.has(step) || undefined}
              onClick={() => onGo(step)}
            >
              <span className={classes.number} aria-hidden>
                {wrong.has(step) ? <IconAlertCircleFilled size={20} /> : step + 1}
              </span>
              <span className={classes.label}>{label}</span>
              {wrong.has(step) && <span className="sr-only">, com campos a corrigir</span>}
            </button>
          </li>
        ))}
      </ol>
      <p className={classes.where} aria-hidden>
        Etapa {current + 1} de {STEPS.length}: <strong>{STEPS[current]}</strong>
      </p>
    </nav>
  )
}
