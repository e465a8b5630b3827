import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { type FieldPath, useFormContext, useWatch } from 'react-hook-form'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { useLocked } from '../event-context.tsx'
import type { EventForm, ProductForm } from '../form/event-form.ts'
import classes from './items.module.css'

interface AnyItem {
  in_use?: boolean
  removed?: boolean
  held?: number
  status?: number
  vacancy_limit?: string
  quantity?: string
}

/** Builds the path of an item's field. The cast is necessary because the list is not known statically. */
const fieldOf = (path: string, field: keyof AnyItem) => `${path}.${field}` as FieldPath<EventForm>

function useItem(path: FieldPath<EventForm>) {
  const { control, setValue } = useFormContext<EventForm>()
  const item = useWatch({ control, name: path }) as AnyItem | undefined
  const set = (field: keyof AnyItem, value: unknown) =>
    setValue(fieldOf(path, field), value as never, { shouldDirty: true })
  return { item: item ?? {}, set }
}

export const useRemoved = (path: FieldPath<EventForm>): boolean => Boolean(useItem(path).item.removed)

interface RemoveButtonProps {
  path: FieldPath<EventForm>
  name: string
  /** Removes a blank item immediately. Null keeps the item, struck through, until the form is saved. */
  onDrop: (() => void) | null
  /** The kits that are sold only in this item. Removing it asks what happens to them. */
  kits?: (() => readonly OrphanKit[]) | undefined
  /** What to do instead of removing an item in use that has no limit. */
  inUseHint?: string | undefined
}

export interface OrphanKit extends Pick<ProductForm, 'name' | 'in_use'> {
  path: `products.${number}`
}

/** Marks an item as removed until 'Desfazer'. An item that registrations use can only be deactivated. */
export function RemoveButton({ path, name, onDrop, kits, inUseHint }: RemoveButtonProps) {
  const locked = useLocked()
  const { item, set } = useItem(path)
  const [asking, setAsking] = useState(false)
  // Rendered on first use, as there may be hundreds of cards. It stays, so that closing it returns the focus.
  const [hasAsked, setHasAsked] = useState(false)
  const ask = () => {
    setHasAsked(true)
    setAsking(true)
  }
  const [orphans, setOrphans] = useState<readonly OrphanKit[]>([])
  const remove = () => {
    if (item.in_use) return ask()
    const alone = kits?.() ?? []
    setOrphans(alone)
    if (alone.length > 0) return ask()
    if (onDrop) onDrop()
    else set('removed', true)
  }
  const close = () => setAsking(false)
  return (
    <>
      <ActionIcon color="red" disabled={locked} aria-label={`Remover ${name}`} onClick={remove}>
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
      {hasAsked && item.in_use && (
        <InUseDialog open={asking} path={path} name={name} hint={inUseHint} onClose={close} />
      )}
      {hasAsked && !item.in_use && (
        <KitsDialog
          open={asking}
          name={name}
          kits={orphans}
          onRemove={() => set('removed', true)}
          onClose={close}
        />
      )}
    </>
  )
}

interface DialogProps {
  open: boolean
  name: string
  onClose: () => void
}

interface InUseDialogProps extends DialogProps {
  path: FieldPath<EventForm>
  hint: string | undefined
}

function InUseDialog({ open, path, name, hint, onClose }: InUseDialogProps) {
  const { item, set } = useItem(path)
  const hasStatus = item.status !== undefined
  const limit = item.vacancy_limit === undefined ? 'quantity' : 'vacancy_limit'
  const isOff = hasStatus ? item.status === ITEM_STATUS.inactive : item[limit] === String(item.held ?? 0)
  const switchOff = () => {
    if (hasStatus) set('status', 0)
    else set(limit, String(item.held ?? 0))
    onClose()
  }
  return (
    <Dialog opened={open} onClose={onClose} title={`Remover ${name}?`}>
      <p>Há inscrições com este item, e por isso ele não pode ser removido.</p>
      <p>{hint ?? offWords(hasStatus, isOff)}</p>
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          {isOff || hint ? 'Entendi' : 'Cancelar'}
        </Button>
        {!isOff && !hint && (
          <Button onClick={switchOff}>{hasStatus ? 'Desativar' : 'Encerrar as vagas'}</Button>
        )}
      </DialogButtons>
    </Dialog>
  )
}

function offWords(hasStatus: boolean, isOff: boolean): string {
  if (hasStatus)
    return isOff
      ? 'Está inativo: ninguém mais o escolhe.'
      : 'Você pode desativá-lo: ninguém mais o escolhe, e quem já se inscreveu fica como está.'
  return isOff
    ? 'As vagas estão encerradas: ninguém mais o escolhe.'
    : 'Você pode encerrar as vagas: ninguém mais o escolhe, e quem já se inscreveu fica como está.'
}

interface KitsDialogProps extends DialogProps {
  kits: readonly OrphanKit[]
  onRemove: () => void
}

/** Kits whose last category is removed would be sold in all categories. */
function KitsDialog({ open, name, kits, onRemove, onClose }: KitsDialogProps) {
  const { setValue } = useFormContext<EventForm>()
  const names = kits.map((kit) => `"${kit.name || 'sem nome'}"`).join(', ')
  const one = kits.length === 1
  const choose = (andKits: boolean) => {
    if (andKits)
      for (const { path, in_use } of kits) {
        if (in_use) setValue(`${path}.status`, 0, { shouldDirty: true })
        else setValue(`${path}.removed`, true, { shouldDirty: true })
      }
    onRemove()
    onClose()
  }
  const leaves = kits.some((kit) => kit.in_use) ? 'Desativar' : 'Remover'
  return (
    <Dialog opened={open} onClose={onClose} title={`Remover ${name}?`} size="lg">
      <p>
        {one ? `O produto ${names} é vendido só aqui.` : `Os produtos ${names} são vendidos só aqui.`}{' '}
        {one ? 'O que fazer com ele?' : 'O que fazer com eles?'}
      </p>
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancelar
        </Button>
        <Button variant="default" onClick={() => choose(false)}>
          Vender a todas as categorias
        </Button>
        <Button color="red" onClick={() => choose(true)}>
          {leaves} {one ? 'o produto' : 'os produtos'} também
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

/** Restores a removed item. It takes the focus from the button that removed the item. */
export function UndoButton({ path, name }: { path: FieldPath<EventForm>; name: string }) {
  const { set } = useItem(path)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button
      ref={button}
      variant="default"
      size="sm"
      className={classes.undo}
      leftSection={<IconArrowBackUp size={18} aria-hidden />}
      aria-label={`Desfazer a remoção de ${name}`}
      disabled={useLocked()}
      onClick={() => set('removed', false)}
    >
      Desfazer
    </Button>
  )
}
