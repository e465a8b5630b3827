import { Button, Group } from '@mantine/core'
import { useId, useState } from 'react'
import { momentWords } from '#web/ui/date-time-words.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { storedFile } from '#web/ui/stored-file.ts'
import type { EventForm } from './form/event-form.ts'
import { type Difference, differencesBetween, isConflict, merge, preferred, type Side } from './form/merge.ts'
import { pictureOf, valueWords } from './form/value-words.ts'
import classes from './merge-dialog.module.css'

/** Two forms of one event, and what becomes of the choice between them. */
export interface Conflict {
  /** The first sentence, as 'Helena Prado salvou este evento em 20/11/2026 às 10:21.' */
  reason: string
  /** What both started with; null if that is unknown. */
  base: EventForm | null
  mine: EventForm
  theirs: EventForm
  /** The heading of their side. */
  by: string
  confirmLabel: string
  onResolve: (merged: EventForm) => void
  onClose: () => void
  /** Throws my side away. */
  onDiscard?: () => void
}

/** 'Helena Prado mudou este rascunho em 20/11/2026 às 10:21.' */
export const changeSentence = (by: string, verb: string, at: string | null) =>
  `${by} ${verb}${at ? ` em ${momentWords(at)}` : ''}.`

export function MergeDialog({ conflict }: { conflict: Conflict | null }) {
  return (
    <Dialog
      opened={conflict !== null}
      onClose={() => conflict?.onClose()}
      title="Escolha o que fica"
      size="xl"
    >
      {conflict && <MergeForm {...conflict} />}
    </Dialog>
  )
}

function MergeForm({ base, mine, theirs, ...conflict }: Conflict) {
  const [differences] = useState(() => differencesBetween(base, mine, theirs))
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>(() =>
    Object.fromEntries(differences.map((one) => [one.key, preferred(one)])),
  )
  const all = (side: Side) => setSides(Object.fromEntries(differences.map(({ key }) => [key, side])))
  return (
    <form
      onSubmit={(submitted) => {
        submitted.preventDefault()
        conflict.onResolve(merge(base, mine, theirs, (one) => sides[one.key] ?? preferred(one)))
      }}
    >
      <p className={classes.reason}>
        {conflict.reason} Nada foi sobrescrito.{' '}
        {differences.length > 0 && 'Escolha, campo por campo, o que fica.'}
      </p>
      {differences.length > 1 && (
        <Group gap="sm" mb="md">
          <Button variant="default" size="sm" onClick={() => all('mine')}>
            Tudo meu
          </Button>
          <Button variant="default" size="sm" onClick={() => all('theirs')}>
            Tudo de {conflict.by}
          </Button>
        </Group>
      )}
      {differences.map((one) => (
        <Choice
          key={one.key}
          difference={one}
          side={sides[one.key] ?? 'mine'}
          by={conflict.by}
          forms={{ mine, theirs }}
          onChoose={(side) => setSides((before) => ({ ...before, [one.key]: side }))}
        />
      ))}
      <DialogButtons>
        {conflict.onDiscard && (
          <Button variant="subtle" color="red" onClick={conflict.onDiscard}>
            Descartar o meu
          </Button>
        )}
        <Button variant="default" onClick={conflict.onClose}>
          Decidir depois
        </Button>
        <Button type="submit">{conflict.confirmLabel}</Button>
      </DialogButtons>
    </form>
  )
}

interface ChoiceProps {
  difference: Difference
  side: Side
  by: string
  forms: Readonly<Record<Side, EventForm>>
  onChoose: (side: Side) => void
}

function Choice({ difference, side, by, forms, onChoose }: ChoiceProps) {
  const name = useId()
  return (
    <fieldset className={classes.choice}>
      <legend>
        {difference.label}
        {isConflict(difference) && <span className={classes.both}>mudado pelos dois</span>}
      </legend>
      {(['mine', 'theirs'] as const).map((one) => (
        <label key={one} className={classes.side} data-chosen={side === one || undefined}>
          <span className={classes.whose}>
            <input type="radio" name={name} checked={side === one} onChange={() => onChoose(one)} />
            {one === 'mine' ? 'Meu' : by.charAt(0).toUpperCase() + by.slice(1)}
          </span>
          <Value form={forms[one]} difference={difference} value={difference[one]} />
        </label>
      ))}
    </fieldset>
  )
}

function Value({ form, difference, value }: { form: EventForm; difference: Difference; value: unknown }) {
  const picture = pictureOf(difference.field, value)
  if (picture) return <img src={storedFile(picture) ?? ''} alt="" className={classes.picture} />
  return <span className={classes.value}>{valueWords(form, difference, value)}</span>
}
