import { Button } from '@mantine/core'
import { IconAlertCircleFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { FieldProblem } from '#contract/errors.ts'
import type { EventForm } from './form/event-form.ts'
import { problemWords } from './form/field-words.ts'
import classes from './problem-panel.module.css'

const SHORT = 6

interface ProblemPanelProps {
  problems: readonly FieldProblem[]
  /** Shows a field. */
  onGo: (field: string) => void
}

/** What still keeps the event from being saved, each a link to its field. */
export function ProblemPanel({ problems, onGo }: ProblemPanelProps) {
  const { getValues } = useFormContext<EventForm>()
  const [all, setAll] = useState(false)
  if (problems.length === 0) return null
  const shown = all ? problems : problems.slice(0, SHORT)
  const count = problems.length
  return (
    <section className={classes.panel} aria-labelledby="problems">
      <h2 id="problems" className={classes.title}>
        <IconAlertCircleFilled size={20} aria-hidden />
        {count === 1 ? 'Falta corrigir 1 campo' : `Falta corrigir ${count} campos`}
      </h2>
      <ul className={classes.list}>
        {shown.map((problem) => (
          <li key={problem.field}>
            <button type="button" className={classes.link} onClick={() => onGo(problem.field)}>
              {problemWords(getValues(), problem)}
            </button>
          </li>
        ))}
      </ul>
      {count > shown.length && (
        <Button variant="subtle" size="sm" onClick={() => setAll(true)}>
          Ver os outros {count - shown.length}
        </Button>
      )}
    </section>
  )
}
