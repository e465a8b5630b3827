import { useFormContext, useWatch } from 'react-hook-form'
import { TextField } from '#web/ui/text-field.tsx'
import type { EventForm } from '../form/event-form.ts'
import { LABELS } from '../form/labels.ts'
import classes from './steps.module.css'

const MEASURES = ['width_cm', 'length_cm'] as const

/** The measures of a kit's shirts, shown on the page of the race and in the wizard. They are optional. */
export function ShirtMeasures({ product }: { product: number }) {
  const { control } = useFormContext<EventForm>()
  const path = `products.${product}.shirt_sizes` as const
  const sizes = useWatch({ control, name: path })
  if (!sizes.some(({ size, removed }) => size !== '' && !removed)) return null
  return (
    <details className={classes.measures}>
      <summary>Tabela de medidas (opcional)</summary>
      <p className={classes.total}>
        Da camiseta esticada, em centímetros. Quem se inscreve vê a tabela ao escolher o tamanho.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{LABELS.shirt_sizes.size}</th>
            {MEASURES.map((measure) => (
              <th key={measure} scope="col">
                {LABELS.shirt_sizes[measure]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sizes.map(
            ({ id, size, removed }, position) =>
              size !== '' &&
              !removed && (
                <tr key={id}>
                  <th scope="row">{size}</th>
                  {MEASURES.map((measure) => (
                    <td key={measure}>
                      <TextField
                        control={control}
                        name={`${path}.${position}.${measure}`}
                        aria-label={`${LABELS.shirt_sizes[measure]} de ${size}, em centímetros`}
                        inputMode="decimal"
                        maxLength={5}
                      />
                    </td>
                  ))}
                </tr>
              ),
          )}
        </tbody>
      </table>
    </details>
  )
}
