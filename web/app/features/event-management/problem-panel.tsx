import { Button, UnstyledButton } from '@mantine/core'
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
  /** `error` blocks saving, `warning` does not. */
  tone: 'error' | 'warning'
  title: string
  onGo: (field: string) => void
}

export function ProblemPanel({ problems, tone, title, onGo }: ProblemPanelProps) {
  const id = useId()
  const { getValues } = useFormContext<EventForm>()
  const [all, setAll] = useState(false)
  if (problems.length === 0) return null
  const shown = all ? problems : problems.slice(0, SHORT)
  const rest = problems.length - shown.length
  const Icon = tone === 'error' ? IconAlertCircleFilled : IconAlertTriangleFilled
  return (
    <section className={classes.panel} data-tone={tone} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        <Icon size={20} aria-hidden />
        {title}
      </h2>
      <ul className={classes.list}>
        {shown.map((problem) => (
          <li key={problem.field + problem.message}>
            <UnstyledButton className={classes.link} onClick={() => onGo(problem.field)}>
              {problemWords(getValues(), problem)}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button variant="subtle" size="sm" onClick={() => setAll(true)}>
          Ver os outros {rest}
        </Button>
      )}
    </section>
  )
}
