import { type ReactNode, useId } from 'react'
import classes from './choice-group.module.css'

interface ChoiceGroupProps {
  legend: ReactNode
  help?: ReactNode
  problem: string | undefined
  /** A grid of cards, a grid with fewer columns for pictures, or a row of chips. */
  layout: 'cards' | 'pictures' | 'chips'
  children: ReactNode
}

export function ChoiceGroup({ legend, help, problem, layout, children }: ChoiceGroupProps) {
  const id = useId()
  return (
    <fieldset
      className={classes.group}
      aria-describedby={problem ? `${id}-problem` : undefined}
      data-invalid={problem !== undefined}
    >
      <legend className={classes.legend}>{legend}</legend>
      {help && <p className={classes.help}>{help}</p>}
      {/* Placed above the options, because the end of a long list may not be visible. */}
      {problem && (
        <p id={`${id}-problem`} className={classes.problem}>
          {problem}
        </p>
      )}
      <div className={classes[layout]}>{children}</div>
    </fieldset>
  )
}
