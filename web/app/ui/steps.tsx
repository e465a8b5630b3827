import { IconCheck } from '@tabler/icons-react'
import classes from './steps.module.css'

interface StepsProps {
  labels: readonly string[]
  current: number
  /** Called with the index of a completed step that was clicked. */
  onReturn: (step: number) => void
  disabled?: boolean
}

export function Steps({ labels, current, onReturn, disabled = false }: StepsProps) {
  return (
    <nav aria-label="Etapas" className={classes.steps}>
      <ol>
        {labels.map((label, step) => (
          <li
            key={label}
            data-state={step < current ? 'done' : step === current ? 'current' : 'ahead'}
            aria-current={step === current ? 'step' : undefined}
          >
            {step < current ? (
              <button
                type="button"
                className={classes.step}
                disabled={disabled}
                onClick={() => onReturn(step)}
              >
                <span className={classes.number}>
                  <IconCheck size={18} stroke={3} aria-hidden />
                </span>
                {label}
                <span className="sr-only"> (concluída)</span>
              </button>
            ) : (
              <span className={classes.step}>
                <span className={classes.number} aria-hidden>
                  {step + 1}
                </span>
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
