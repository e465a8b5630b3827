import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { get, useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { TextField } from '../../../../ui/text-field.tsx'
import { blankSize, type EventForm, isNew, kept } from '../form/event-form.ts'
import { sizesProblem, sizesTotal } from '../form/offer.ts'
import { LimitField } from '../parts/fields.tsx'
import { RemoveButton, UndoButton } from '../parts/removal.tsx'
import classes from './steps.module.css'

const PRESETS = ['P', 'M', 'G', 'GG']

/** The shirt sizes of a kit; together never more than there are kits. */
export function ShirtSizes({ product: index }: { product: number }) {
  const path = `products.${index}` as const
  const { control, getValues } = useFormContext<EventForm>()
  const { fields, append, remove } = useFieldArray({ control, name: `${path}.shirt_sizes`, keyName: 'key' })
  const { errors } = useFormState({ control })
  const product = useWatch({ control, name: path })
  const over = sizesProblem(product)
  const refused: unknown = get(errors, `${path}.shirt_sizes.root.message`)
  const addPresets = () => {
    const known = new Set(kept(getValues(`${path}.shirt_sizes`)).map(({ size }) => size.trim().toUpperCase()))
    append(
      PRESETS.filter((size) => !known.has(size)).map((size) => blankSize(size)),
      { shouldFocus: false },
    )
  }
  return (
    <section aria-label="Tamanhos de camiseta" className={classes.rows}>
      <h4 className={classes.heading}>Tamanhos de camiseta</h4>
      {fields.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Tamanho</th>
              <th scope="col">Quantidade</th>
              <th>
                <span className="sr-only">Remover</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ id }, position) => (
              <SizeRow
                key={id}
                path={`${path}.shirt_sizes.${position}`}
                problem={over ? `Quantidade excedeu o máximo permitido (${product.quantity})` : undefined}
                onDrop={() => remove(position)}
              />
            ))}
          </tbody>
        </table>
      )}
      {over || typeof refused === 'string' ? (
        <p className={classes.over} role="alert">
          {over ?? String(refused)}
        </p>
      ) : (
        fields.length > 0 && (
          <p className={classes.total}>
            {sizesTotal(product)} de {product.quantity === '' ? 'quantas quiser' : product.quantity} camisetas
            distribuídas
          </p>
        )
      )}
      <div className={classes.presets}>
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
      </div>
    </section>
  )
}

interface SizeRowProps {
  path: `products.${number}.shirt_sizes.${number}`
  problem: string | undefined
  onDrop: () => void
}

function SizeRow({ path, problem, onDrop }: SizeRowProps) {
  const { control } = useFormContext<EventForm>()
  const { id, size, held, quantity, removed } = useWatch({ control, name: path })
  if (removed)
    return (
      <tr>
        <td colSpan={2} className={classes.removed}>
          <s>{size}</s> será removido ao salvar
        </td>
        <td>
          <UndoButton path={path} name={`tamanho ${size}`} />
        </td>
      </tr>
    )
  return (
    <tr>
      <td>
        <TextField control={control} name={`${path}.size`} aria-label="Tamanho" placeholder="P, M, G, GG" />
      </td>
      <td>
        <LimitField
          name={`${path}.quantity`}
          label={`Quantidade de ${size || 'camisetas'}`}
          hideLabel
          held={held}
          // Only where the quantity can be reduced.
          error={Number(quantity) > 0 ? problem : undefined}
        />
      </td>
      <td>
        <RemoveButton
          path={path}
          name={`tamanho ${size}`}
          onDrop={isNew(id) && size === '' ? onDrop : null}
        />
      </td>
    </tr>
  )
}
