import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type FieldArray, get, useFieldArray, useFormContext, useFormState } from 'react-hook-form'
import { useLocked } from '../event-context.tsx'
import type { EventForm } from '../form/event-form.ts'
import type { ItemPosition } from './item-card.tsx'
import classes from './items.module.css'

type ListField =
  | 'modalities'
  | 'products'
  | 'right_rules'
  | 'discount_cupons'
  | 'terms'
  | 'questionnaires'
  | 'cancellation_tiers'
  | 'group_prices'

interface ItemListProps<Name extends ListField> {
  name: Name
  idField?: 'id' | 'modality_id'
  label: string
  /** Shown while the list is empty; explains its purpose. */
  hint: string
  addLabel: string
  /** Creates an item; returns null when none can be added now. */
  blank: () => FieldArray<EventForm, Name> | null
  /** Name of the field of a new item that takes the focus. */
  focus: string
  /** The order has no meaning, so items cannot be moved. */
  unordered?: boolean
  /** Renders an item. `onAdd` appends further items to the list. */
  card: (position: ItemPosition, onAdd: (items: FieldArray<EventForm, Name>[]) => void) => ReactNode
  /** Other ways to add items, beside the button. */
  more?: (onAdd: (items: FieldArray<EventForm, Name>[]) => void) => ReactNode
}

export function ItemList<Name extends ListField>(props: ItemListProps<Name>) {
  const { name, idField = 'id', unordered = false, card } = props
  const locked = useLocked()
  const { control } = useFormContext<EventForm>()
  const list = useFieldArray<EventForm, Name, 'key'>({ control, name, keyName: 'key' })
  const { errors } = useFormState({ control })
  const count = list.fields.length
  const addAll = (items: FieldArray<EventForm, Name>[]) => list.append(items, { shouldFocus: false })
  const problem: unknown = get(errors, `${name}.root.message`)
  const add = () => {
    const item = props.blank()
    if (item) list.append(item, { focusName: `${name}.${count}.${props.focus}` })
  }
  return (
    <div className={classes.list}>
      {typeof problem === 'string' && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      {count === 0 ? (
        <p className={classes.hint}>{props.hint}</p>
      ) : (
        <ul className={classes.items} aria-label={props.label}>
          {list.fields.map((item, index) =>
            card(
              {
                key: Number(Reflect.get(item, idField)),
                index,
                count,
                ...(!unordered && { onMove: (to) => list.move(index, to) }),
                onDrop: () => list.remove(index),
              },
              addAll,
            ),
          )}
        </ul>
      )}
      <Group gap="sm">
        <Button
          variant="light"
          leftSection={<IconPlus size={20} aria-hidden />}
          disabled={locked}
          onClick={add}
        >
          {props.addLabel}
        </Button>
        {props.more?.(addAll)}
      </Group>
    </div>
  )
}
