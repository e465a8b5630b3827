import { Button } from '@mantine/core'
import { IconAlertCircleFilled, IconAlertTriangleFilled } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { FieldProblem } from '#contract/errors.ts'
import type { EventForm } from './form/event-form.ts'
import { problemWords } from './form/field-words.ts'
import classes from './problem-panel.module.css'

const SHORT = 6

interface ProblemPanelProps {
  problems: readonly FieldProblem[]
  /** `error` keeps the event from being saved, `warning` does not. */
  tone: 'error' | 'warning'
  title: string
  /** Shows a field. */
  onGo: (field: string) => void
}

/** What somebody should look at, each a link to its field. */
export function ProblemPanel({ problems, tone, title, onGo }: ProblemPanelProps) {
  const id = useId()
  const { getValues } = useFormContext<EventForm>()
  const [all, setAll] = useState(false)
  if (problems.length === 0) return null
  const shown = all ? problems : problems.slice(0, SHORT)
  const count = problems.length
  return (
    <section className={classes.panel} data-tone={tone} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {tone === 'error' ? (
          <IconAlertCircleFilled size={20} aria-hidden />
        ) : (
          <IconAlertTriangleFilled size={20} aria-hidden />
        )}
        {title}
      </h2>
      <ul className={classes.list}>
        {shown.map((problem) => (
          <li key={problem.field + problem.message}>
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
