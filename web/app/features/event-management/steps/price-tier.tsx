import { useFormContext, useWatch } from 'react-hook-form'
import { formatDecimal } from '#contract/money.ts'
import { CountField } from '#web/ui/count-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type EventForm, isNew, type TierForm } from '../form/event-form.ts'
import { soldWords, tierEndWords } from '../form/tiers.ts'
import { MoneyField, useFields } from '../parts/fields.tsx'
import { RemoveButton, UndoButton } from '../parts/removal.tsx'
import classes from './price-tiers.module.css'

interface PriceTierProps {
  path: `products.${number}.tiers.${number}`
  /** The last tier has no end. */
  isLast: boolean
  onTyped: (value: string) => void
  onRemove: () => void
}

export function PriceTier({ path, isLast, onTyped, onRemove }: PriceTierProps) {
  const { control } = useFormContext<EventForm>()
  const tier = useWatch({ control, name: path })
  const field = useFields('tiers', path)
  const name = tier.name.trim() || 'lote'
  const label = { labelProps: { className: classes.label } }
  if (tier.removed)
    return (
      <li className={classes.line}>
        <span className={classes.removed}>
          <s>{name}</s> será removido ao salvar
        </span>
        <UndoButton path={path} name={name} />
      </li>
    )
  if (tier.ended)
    return (
      <li className={classes.line}>
        <EndedTier tier={tier} />
        {!tier.in_use && <RemoveButton path={path} name={name} onDrop={onRemove} />}
      </li>
    )
  return (
    <li>
      <fieldset className={classes.tier} aria-label={name}>
        <TextField {...field('name')} {...label} required maxLength={60} />
        <MoneyField {...field('value')} {...label} required onTyped={onTyped} />
        {isLast ? (
          <p className={classes.endless}>até o fim das inscrições</p>
        ) : (
          <>
            <DateField {...field('ends_on')} {...label} />
            <CountField {...field('quantity')} {...label} placeholder="Sem limite" />
          </>
        )}
        <p className={classes.sold}>{!isNew(tier.id) && soldWords(tier)}</p>
        <span className={classes.remove}>
          <RemoveButton
            path={path}
            name={name}
            onDrop={onRemove}
            inUseHint={
              isLast
                ? 'O último lote vale até o fim das inscrições. Para ter outro preço, adicione um lote.'
                : undefined
            }
          />
        </span>
      </fieldset>
    </li>
  )
}

const EndedTier = ({ tier }: { tier: TierForm }) => (
  <p className={classes.ended}>
    <strong>{tier.name}</strong>
    <StatusChip tone="neutral">Encerrado</StatusChip>
    <span>{formatDecimal(tier.value)}</span>
    <span>{tierEndWords(tier)}</span>
    <span>{soldWords(tier)}</span>
  </p>
)
