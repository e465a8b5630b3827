import type { ReactNode } from 'react'
import classes from './dialog-buttons.module.css'

/** The buttons of a dialog, the confirming one last. On phones they fill the width. */
export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className={classes.buttons}>{children}</div>
)
