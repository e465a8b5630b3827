import { Button, UnstyledButton } from '@mantine/core'
import { IconAlertCircleFilled, IconArrowLeft, IconArrowRight, IconDeviceFloppy } from '@tabler/icons-react'
import { get, useFormContext, useFormState } from 'react-hook-form'
import type { FieldProblem } from '#contract/errors.ts'
import classes from './event-steps.module.css'
import type { EventForm } from './form/event-form.ts'
import { STEPS, stepOf } from './form/steps.ts'

interface EventStepsProps {
  current: number
  problems: readonly FieldProblem[]
  onGo: (step: number) => void
}

export function EventSteps({ current, problems, onGo }: EventStepsProps) {
  const { control } = useFormContext<EventForm>()
  const { errors } = useFormState({ control })
  // Some errors are set by fields themselves, such as a refused file, and are not among `problems`.
  const fields = Object.keys(errors).filter((field) => get(errors, field))
  const wrong = new Set([...fields, ...problems.map(({ field }) => field)].map(stepOf))
  return (
    <nav aria-label="Etapas" className={classes.steps}>
      <ol>
        {STEPS.map((label, step) => (
          <li key={label}>
            <UnstyledButton
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
            </UnstyledButton>
          </li>
        ))}
      </ol>
      <p className={classes.where} aria-hidden>
        Etapa {current + 1} de {STEPS.length}: <strong>{STEPS[current]}</strong>
      </p>
    </nav>
  )
}

interface StepButtonsProps {
  step: number
  saving: boolean
  onGo: (step: number) => void
  onSave: ((close: boolean) => void) | null
}

export function StepButtons({ step, saving, onGo, onSave }: StepButtonsProps) {
  const last = step === STEPS.length - 1
  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        leftSection={<IconArrowLeft size={20} aria-hidden />}
        disabled={step === 0 || saving}
        onClick={() => onGo(step - 1)}
      >
        Voltar
      </Button>
      {!last && (
        <Button
          rightSection={<IconArrowRight size={20} aria-hidden />}
          disabled={saving}
          onClick={() => onGo(step + 1)}
        >
          Próximo
        </Button>
      )}
      {last && onSave && (
        <Button
          leftSection={<IconDeviceFloppy size={20} aria-hidden />}
          loading={saving}
          onClick={() => onSave(false)}
        >
          Salvar
        </Button>
      )}
    </div>
  )
}
