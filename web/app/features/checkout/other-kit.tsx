import { NativeSelect } from '@mantine/core'
import { formatDecimal } from '#contract/money.ts'
import { kitsFor } from './offer.ts'
import type { PricedParticipant } from './price-order.ts'
import { SizeChips } from './size-chips.tsx'
import classes from './step.module.css'
import { problemAt, type StepProps } from './step-props.ts'

interface OtherKitProps extends StepProps {
  participant: PricedParticipant
}

/** An additional participant's kit, when it is not everybody's, and their own size. */
export function OtherKit({ participant, ...props }: OtherKitProps) {
  const { who, name, choice } = participant
  const { draft, event } = props.state
  const kits = kitsFor(event, choice.category?.category_id ?? null)
  const sizes = choice.kit?.shirt_sizes ?? []
  if (draft.sameForAll && sizes.length === 0) return null
  return (
    <fieldset className={classes.person}>
      <legend>{name}</legend>
      {!draft.sameForAll &&
        (kits.length > 0 ? (
          <NativeSelect
            label="Kit"
            className={classes.whole}
            description={choice.category?.category_name}
            error={problemAt(props, who, 'product_id')}
            value={choice.kit?.id ?? ''}
            data={[
              { value: '', label: 'Selecione' },
              ...kits.map((kit) => ({
                value: String(kit.id),
                label: `${kit.name} · ${kit.sold_out ? 'esgotado' : formatDecimal(kit.value)}`,
                disabled: kit.sold_out,
              })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              value && props.change({ type: 'chosen', who, level: 'kit', id: Number(value) })
            }
          />
        ) : (
          <p className={classes.note}>Nenhum kit disponível para essa categoria.</p>
        ))}
      {sizes.length > 0 && (
        <div className={classes.whole}>
          <SizeChips
            legend={<span className={classes.smallLegend}>Tamanho da camisa</span>}
            sizes={sizes}
            chosen={choice.size?.id ?? null}
            problem={problemAt(props, who, 'shirt_size_id')}
            onChoose={(id) => props.change({ type: 'chosen', who, level: 'size', id })}
          />
        </div>
      )}
    </fieldset>
  )
}
