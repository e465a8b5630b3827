import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ClipboardEvent } from 'react'
import { get, useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { countWords } from '#contract/words.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { blankSize, type EventForm, isNew, remaining } from '../form/event-form.ts'
import { LABELS } from '../form/labels.ts'
import { sizesProblem, sizesTotal } from '../form/offer.ts'
import { pastedSizes } from '../form/pasted-sizes.ts'
import { LimitField } from '../parts/fields.tsx'
import { RemoveButton, UndoButton } from '../parts/removal.tsx'
import { ShirtMeasures } from './shirt-measures.tsx'
import classes from './steps.module.css'

const PRESETS = ['P', 'M', 'G', 'GG']

const sameSize = (one: string, other: string) => one.trim().toUpperCase() === other.trim().toUpperCase()

/** The sum of the sizes may not exceed the kit's quantity. */
export function ShirtSizes({ product: index }: { product: number }) {
  const path = `products.${index}` as const
  const { control, getValues, setValue } = useFormContext<EventForm>()
  const { fields, append, remove } = useFieldArray({ control, name: `${path}.shirt_sizes`, keyName: 'key' })
  const { errors } = useFormState({ control })
  const product = useWatch({ control, name: path })
  const over = sizesProblem(product)
  const refused: unknown = get(errors, `${path}.shirt_sizes.root.message`)
  const addPresets = () => {
    const known = remaining(getValues(`${path}.shirt_sizes`))
    append(
      PRESETS.filter((preset) => !known.some(({ size }) => sameSize(size, preset))).map((size) =>
        blankSize(size),
      ),
      { shouldFocus: false },
    )
  }
  /** Sets the quantity of sizes with the same name, fills blank sizes, and adds the remaining ones. */
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    const sizes = pastedSizes(text)
    if (!sizes || (sizes.length === 1 && sizes[0]?.quantity === '')) return
    event.preventDefault()
    const known = getValues(`${path}.shirt_sizes`)
    const blanks = known.flatMap(({ size, removed }, at) => (size === '' && !removed ? [at] : []))
    const added = sizes.filter(({ size, quantity }) => {
      const own = known.findIndex((one) => !one.removed && sameSize(one.size, size))
      const at = own >= 0 ? own : blanks.shift()
      if (at === undefined) return true
      setValue(`${path}.shirt_sizes.${at}.size`, size, { shouldDirty: true })
      setValue(`${path}.shirt_sizes.${at}.quantity`, quantity, { shouldDirty: true })
      return false
    })
    append(
      added.map(({ size, quantity }) => ({ ...blankSize(size), quantity })),
      { shouldFocus: false },
    )
  }
  return (
    <section aria-label="Tamanhos de camiseta" className={classes.rows}>
      <h3 className={classes.heading}>Tamanhos de camiseta</h3>
      {/* Above the list, so that a second click does not hit a button that removes a size. */}
      <Group gap="xs">
        <Button variant="default" size="sm" onClick={addPresets}>
          Adicionar P, M, G e GG
        </Button>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => append(blankSize(), { focusName: `${path}.shirt_sizes.${fields.length}.size` })}
        >
          Outro tamanho
        </Button>
      </Group>
      {fields.length > 0 && (
        <ul className={classes.sizes} onPaste={paste}>
          {fields.map(({ id }, position) => (
            <Size
              key={id}
              path={`${path}.shirt_sizes.${position}`}
              problem={over ? `Quantidade excedeu o máximo permitido (${product.quantity})` : undefined}
              onDrop={() => remove(position)}
            />
          ))}
        </ul>
      )}
      {over || typeof refused === 'string' ? (
        <p className={classes.over} role="alert">
          {over ?? String(refused)}
        </p>
      ) : (
        <p className={classes.total}>
          {fields.length > 0 &&
            product.quantity !== '' &&
            `${countWords(sizesTotal(product))} de ${countWords(Number(product.quantity))} camisetas distribuídas. `}
          {fields.length > 0 && 'Você pode colar aqui uma tabela de tamanhos e quantidades.'}
        </p>
      )}
      <ShirtMeasures product={index} />
    </section>
  )
}

interface SizeProps {
  path: `products.${number}.shirt_sizes.${number}`
  problem: string | undefined
  onDrop: () => void
}

function Size({ path, problem, onDrop }: SizeProps) {
  const { control } = useFormContext<EventForm>()
  const { id, size, held, quantity, removed } = useWatch({ control, name: path })
  if (removed)
    return (
      <li className={classes.size} data-removed>
        <span className={classes.removed}>
          <s>{size}</s> será removido ao salvar
        </span>
        <UndoButton path={path} name={`tamanho ${size}`} />
      </li>
    )
  return (
    <li className={classes.size}>
      <TextField
        control={control}
        name={`${path}.size`}
        aria-label={LABELS.shirt_sizes.size}
        placeholder="P, M, G, GG"
      />
      <RemoveButton path={path} name={`tamanho ${size}`} onDrop={isNew(id) && size === '' ? onDrop : null} />
      <div className={classes.sizeQuantity}>
        <LimitField
          control={control}
          name={`${path}.quantity`}
          label={`${LABELS.shirt_sizes.quantity} de ${size || 'camisetas'}`}
          hideLabel
          held={held}
          // The error is shown at sizes whose quantity can be reduced.
          error={Number(quantity) > 0 ? problem : undefined}
        />
      </div>
    </li>
  )
}
