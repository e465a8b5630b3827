import { useFormContext, useWatch } from 'react-hook-form'
import { formatBasisPoints, toCents } from '#contract/money.ts'
import { daysBeforeWords } from '#contract/registration/cancellation.ts'
import { CountField } from '#web/ui/count-field.tsx'
import { FieldRow } from '#web/ui/form-section.tsx'
import { SwitchField } from '#web/ui/switch-field.tsx'
import { blankCancellationTier, type EventForm, isNew, remaining } from '../form/event-form.ts'
import { MoneyField, useFields } from '../parts/fields.tsx'
import { ItemCard, type ItemPosition } from '../parts/item-card.tsx'
import { ItemList } from '../parts/item-list.tsx'
import classes from './steps.module.css'

export function CancellationPolicy() {
  const { control } = useFormContext<EventForm>()
  const field = useFields('event')
  const hasTiers = remaining(useWatch({ control, name: 'cancellation_tiers' })).length > 0
  return (
    <section className={classes.group} aria-labelledby="cancellation">
      <h3 id="cancellation">Política de cancelamento</h3>
      <ItemList
        name="cancellation_tiers"
        label="Prazos de cancelamento"
        hint="Até quando quem se inscreveu pode cancelar, e quanto recebe de volta. Cada inscrição guarda os prazos do dia em que foi feita."
        addLabel="Adicionar prazo"
        blank={blankCancellationTier}
        focus="days_before"
        unordered
        card={(position) => <TierCard key={position.key} position={position} />}
      />
      {hasTiers && (
        <SwitchField
          {...field('approves_cancellations')}
          description="Desligado, o cancelamento e a devolução acontecem na hora."
        />
      )}
    </section>
  )
}

function TierCard({ position }: { position: ItemPosition }) {
  const path = `cancellation_tiers.${position.index}` as const
  const { control } = useFormContext<EventForm>()
  const field = useFields('cancellation_tiers', path)
  const { id, days_before: days, refund_rate: rate } = useWatch({ control, name: path })
  return (
    <ItemCard
      path={path}
      name={days === '' ? 'Novo prazo' : `Até ${daysBeforeWords(Number(days))}`}
      startsOpen={isNew(id)}
      summary={rate && <span>devolve {formatBasisPoints(toCents(rate) ?? 0)}</span>}
      position={position}
      isBlank={isNew(id) && days === '' && rate === ''}
    >
      <FieldRow columns="1fr 1fr">
        <CountField {...field('days_before')} required />
        <MoneyField {...field('refund_rate')} percent required />
      </FieldRow>
      <SwitchField {...field('keeps_fee')} />
    </ItemCard>
  )
}
