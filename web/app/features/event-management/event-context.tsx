import { createContext, type Dispatch, type ReactNode, useContext, useState } from 'react'
import type { EventOwner } from '#contract/event-management/organizer-events.ts'
import type { FeePolicy } from '#contract/pricing/price.ts'
import { NO_BOUNDS } from './form/offer.ts'
import type { ChosenTemplate } from './form/templates.ts'
import classes from './manage-event.module.css'

/** True for callers who may not edit, and while the form is being saved. */
export const LockedContext = createContext(false)
export const useLocked = () => useContext(LockedContext)

/**
 * The field that the user asked to see, and the number of such requests so far. The cards around the field
 * open.
 */
export const RequestedFieldContext = createContext<{ field: string; count: number }>({ field: '', count: 0 })
export const useRequestedField = () => useContext(RequestedFieldContext)

interface StoredEvent {
  id: number
  slug: string
  /** Fills the form with the event as it is stored now. */
  reload: () => Promise<void>
}
/** Null for a new event. */
export const StoredEventContext = createContext<StoredEvent | null>(null)

/** The organizer of the draft with which the editor was opened, for its name. */
export const OpenedOwnerContext = createContext<EventOwner | null>(null)

export const FeesContext = createContext(NO_BOUNDS)

/** The template that filled the form; null if none did. */
export const TemplateContext = createContext<[ChosenTemplate | null, Dispatch<ChosenTemplate | null>]>([
  null,
  () => undefined,
])

interface EditorContextsProps {
  requested: { field: string; count: number }
  event: StoredEvent | null
  owner: EventOwner | null
  fees: FeePolicy
  children: ReactNode
}

/** What all steps of the editor share. */
export function EditorContexts({ requested, event, owner, fees, children }: EditorContextsProps) {
  const template = useState<ChosenTemplate | null>(null)
  return (
    <RequestedFieldContext value={requested}>
      <StoredEventContext value={event}>
        <OpenedOwnerContext value={owner}>
          <FeesContext value={fees}>
            <TemplateContext value={template}>{children}</TemplateContext>
          </FeesContext>
        </OpenedOwnerContext>
      </StoredEventContext>
    </RequestedFieldContext>
  )
}

export function Lockable({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset disabled={useLocked()} className={classes.lockable}>
      <legend className="sr-only">{legend}</legend>
      {children}
    </fieldset>
  )
}
