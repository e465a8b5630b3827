import { ActionIcon, Button, Group } from '@mantine/core'
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { type FieldPath, useFormContext, useWatch } from 'react-hook-form'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useLocked } from '../event-context.tsx'
import type { EventForm, ProductForm } from '../form/event-form.ts'
import classes from './items.module.css'

/** What the form says of an item of any list. */
interface AnyItem {
  in_use?: boolean
  removed?: boolean
  held?: number
  status?: number
  vacancy_limit?: string
  quantity?: string
}

/** A field of an item: its path cannot be typed, because any list has it. */
const fieldOf = (path: string, field: keyof AnyItem) => `${path}.${field}` as FieldPath<EventForm>

/** An item of any list, and how it is removed, brought back and switched off. */
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
  /** Takes the item out of the form at once: one that nothing was typed into. Null: it stays, struck through, until the form is saved. */
  onDrop: (() => void) | null
  /** Kits that are sold to nobody else: what becomes of them is asked. */
  kits?: () => readonly OrphanKit[]
}

export interface OrphanKit extends Pick<ProductForm, 'name' | 'in_use'> {
  path: `products.${number}`
}

/** Removes an item until 'Desfazer'; one that registrations point at can only be switched off. */
export function RemoveButton({ path, name, onDrop, kits }: RemoveButtonProps) {
  const locked = useLocked()
  const { item, set } = useItem(path)
  const [asking, setAsking] = useState(false)
  // Dialogs are rendered on demand, because one in each of hundreds of cards is slow, and then stay, so that they give the focus back.
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
      {hasAsked && item.in_use && <InUseDialog open={asking} path={path} name={name} onClose={close} />}
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

function InUseDialog({ open, path, name, onClose }: DialogProps & { path: FieldPath<EventForm> }) {
  const { item, set } = useItem(path)
  const hasStatus = item.status !== undefined
  const limit = item.vacancy_limit === undefined ? 'quantity' : 'vacancy_limit'
  const isOff = hasStatus ? item.status === 0 : item[limit] === String(item.held ?? 0)
  const switchOff = () => {
    if (hasStatus) set('status', 0)
    else set(limit, String(item.held ?? 0))
    onClose()
  }
  return (
    <Dialog opened={open} onClose={onClose} title={`Remover ${name}?`}>
      <p>Há inscrições com este item, e por isso ele não pode ser removido.</p>
      <p>{offWords(hasStatus, isOff)}</p>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {isOff ? 'Entendi' : 'Cancelar'}
        </Button>
        {!isOff && <Button onClick={switchOff}>{hasStatus ? 'Desativar' : 'Encerrar as vagas'}</Button>}
      </Group>
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

/** A kit whose category goes would be sold to all of them: the organizer chooses. */
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
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancelar
        </Button>
        <Button variant="default" onClick={() => choose(false)}>
          Vender a todas as categorias
        </Button>
        <Button color="red" onClick={() => choose(true)}>
          {leaves} {one ? 'o produto' : 'os produtos'} também
        </Button>
      </Group>
    </Dialog>
  )
}

interface UndoButtonProps {
  path: FieldPath<EventForm>
  name: string
}

/** Brings a removed item back. It gets the focus, which was on what removed the item. */
export function UndoButton({ path, name }: UndoButtonProps) {
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
