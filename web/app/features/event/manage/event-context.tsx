import { createContext, type ReactNode, useContext } from 'react'
import { NO_BOUNDS } from './form/offer.ts'
import classes from './manage-event.module.css'

/** True for callers who may not edit, and during a save. */
export const LockedContext = createContext(false)
export const useLocked = () => useContext(LockedContext)

/** The field that somebody asked to see, and how many times one was asked for. Cards that hold it open. */
export const SoughtContext = createContext<{ field: string; count: number }>({ field: '', count: 0 })
export const useSought = () => useContext(SoughtContext)

/** What the service fees of the event's kits are checked against. */
export const FeesContext = createContext(NO_BOUNDS)

/** Fields and buttons that are disabled while the form is locked. */
export function Lockable({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset disabled={useLocked()} className={classes.lockable}>
      <legend className="sr-only">{legend}</legend>
      {children}
    </fieldset>
  )
}
