import classes from './item-grid.module.css'

/** The look of a field in a grid: the heading of its column names it, and its error is below the row. */
export const CELL = {
  size: 'sm',
  radius: 'sm',
  classNames: { wrapper: classes.box },
  labelProps: { className: classes.label },
  descriptionProps: { className: 'sr-only' },
  errorProps: { className: 'sr-only' },
} as const

export const cellClasses = { name: classes.name, third: classes.third, half: classes.half }
