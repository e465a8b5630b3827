import { type ReactNode, useId } from 'react'
import classes from './choice-group.module.css'

interface ChoiceGroupProps {
  legend: ReactNode
  /** One line under the legend. */
  help?: ReactNode
  problem: string | undefined
  /** How the choices stand: cards in a grid, fewer to a line with pictures, or chips in a row. */
  layout: 'cards' | 'pictures' | 'chips'
  children: ReactNode
}

/** Radio buttons that belong together, and what is wrong with them beneath. */
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
      <div className={classes[layout]}>{children}</div>
      {problem && (
        <p id={`${id}-problem`} className={classes.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}
