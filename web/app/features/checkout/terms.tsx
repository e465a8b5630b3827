import { Button, Checkbox, Modal } from '@mantine/core'
import { useId, useState } from 'react'
import type { StepProps } from './step-props.ts'
import classes from './terms.module.css'

/** The event's terms: each can be read in full and is accepted by itself. */
export function Terms({ state: { draft, event }, problems, change }: StepProps) {
  const id = useId()
  const [reading, setReading] = useState<number | null>(null)
  const problem = problems.participant_term_acceptances
  const term = event.terms.find((one) => one.id === reading)
  const close = () => setReading(null)
  return (
    <section className={classes.terms} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Termos</h3>
      <ul>
        {event.terms.map((one) => (
          <li key={one.id}>
            <Checkbox
              label={`Li e aceito: ${one.name}`}
              checked={draft.terms.includes(one.id)}
              aria-invalid={problem !== undefined && !draft.terms.includes(one.id)}
              aria-describedby={problem && `${id}-problem`}
              onChange={(event) =>
                change({ type: 'termToggled', id: one.id, accepted: event.currentTarget.checked })
              }
            />
            <Button
              variant="subtle"
              aria-haspopup="dialog"
              aria-label={`Ler: ${one.name}`}
              onClick={() => setReading(one.id)}
            >
              Ler
            </Button>
          </li>
        ))}
      </ul>
      {problem && (
        <p id={`${id}-problem`} className={classes.problem}>
          {problem}
        </p>
      )}
      <Modal opened={term !== undefined} onClose={close} title={term?.name} size="lg">
        <div className={classes.words}>{term?.description}</div>
        <div className={classes.buttons}>
          <Button variant="default" onClick={close}>
            Fechar
          </Button>
          <Button
            onClick={() => {
              if (term) change({ type: 'termToggled', id: term.id, accepted: true })
              close()
            }}
          >
            Li e aceito
          </Button>
        </div>
      </Modal>
    </section>
  )
}
