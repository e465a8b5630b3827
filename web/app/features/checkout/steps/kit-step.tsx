import { NativeSelect } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { fieldOf } from '#contract/checkout/order-rules.ts'
import { dayIn, type IsoDate } from '#contract/dates.ts'
import type { PublicProduct } from '#contract/event/event.ts'
import { formatCents } from '#contract/money.ts'
import type { Ineligibility } from '#contract/pricing/eligibility.ts'
import { KitPicture } from '#web/features/event/kit-picture.tsx'
import { KitPrice, kitTotal } from '#web/features/event/price.tsx'
import { SizeChart } from '#web/features/event/size-chart.tsx'
import { sizeLeftWords } from '#web/features/event/stock-words.ts'
import { tierWords } from '#web/features/event/tier-words.ts'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { OptionCard, OptionChip } from '#web/ui/option.tsx'
import { type PricedParticipant, questionsOf } from '../order/order.ts'
import { kitsFor } from '../wizard/draft.ts'
import { choosers, exclusionOf, exclusionWords } from '../wizard/eligibility.ts'
import { ofFirst, problemAt, type StepProps } from '../wizard/problems.ts'
import { Questions } from './questions.tsx'
import { hasRights, Rights } from './rights.tsx'
import step from './step.module.css'

export function KitStep(props: StepProps) {
  const { state, change } = props
  const { event, order } = state
  const [buyer, ...others] = order.participants
  const [concerned = []] = choosers(state.draft, order.participants)
  const sizes = buyer?.choice.kit?.shirt_sizes ?? []
  return (
    <>
      <KitCards
        legend={ofFirst('Kit', 'Seu kit', state)}
        kits={kitsFor(event, buyer?.choice.category?.category_id ?? null)}
        exclusionOf={(kit) => exclusionOf({ kit }, concerned, event)}
        chosen={buyer?.choice.kit?.id ?? null}
        today={dayIn(event.timezone, new Date())}
        problem={problemAt(props, 0, 'product_id')}
        onChoose={(id) => change({ type: 'chosen', who: 0, level: 'product_id', id })}
      />
      {sizes.length > 0 && (
        <SizeChips
          legend={shirtLegend(buyer, others)}
          sizes={sizes}
          chosen={buyer?.choice.size?.id ?? null}
          problem={props.problems[fieldOf(buyer?.who ?? 0, 'shirt_size_id')]}
          onChoose={(id) => change({ type: 'chosen', who: 0, level: 'shirt_size_id', id })}
        />
      )}
      {buyer && <Rights participant={buyer} isNamed={buyer.who > 0} {...props} />}
      {others.map((participant) => (
        <OtherKit key={participant.who} participant={participant} {...props} />
      ))}
      {questionsOf(state.draft, event).length > 0 && <Questions {...props} />}
    </>
  )
}

/** The owner of the first sizes is the buyer or, without the buyer, the first participant. */
function shirtLegend(first: PricedParticipant | undefined, others: readonly PricedParticipant[]): string {
  if (!first || others.length === 0) return 'Tamanho da camisa'
  return first.who === 0 ? 'Tamanho da sua camisa' : `Tamanho da camisa de ${first.name}`
}

interface KitCardsProps {
  legend: string
  kits: readonly PublicProduct[]
  exclusionOf: (kit: PublicProduct) => Ineligibility | undefined
  chosen: number | null
  today: IsoDate
  problem: string | undefined
  onChoose: (id: number) => void
}

function KitCards({ legend, kits, exclusionOf, chosen, today, problem, onChoose }: KitCardsProps) {
  const name = useId()
  return (
    <ChoiceGroup
      legend={legend}
      layout="pictures"
      help={kits.length === 0 && 'Nenhum kit disponível para essa categoria.'}
      problem={problem}
    >
      {kits.map((kit) => {
        const exclusion = exclusionOf(kit)
        const price = kit.sold_out ? 'Esgotado' : <PriceAndTier kit={kit} today={today} />
        return (
          <OptionCard
            key={kit.id}
            name={name}
            checked={kit.id === chosen}
            disabled={kit.sold_out || exclusion !== undefined}
            onChoose={() => onChoose(kit.id)}
            media={<KitPicture kit={kit} kits={kits} />}
            price={!exclusion && price}
          >
            <strong>{kit.name}</strong>
            {kit.description && <small>{kit.description}</small>}
            {exclusion && <small>{exclusionWords(exclusion)}</small>}
          </OptionCard>
        )
      })}
    </ChoiceGroup>
  )
}

function PriceAndTier({ kit, today }: { kit: PublicProduct; today: IsoDate }) {
  const tier = tierWords(kit, today)
  return (
    <>
      <KitPrice kit={kit} />
      {tier && <small>{tier}</small>}
    </>
  )
}

interface SizeChipsProps {
  legend: ReactNode
  sizes: PublicProduct['shirt_sizes']
  chosen: number | null
  problem: string | undefined
  onChoose: (id: number) => void
}

function SizeChips({ legend, sizes, chosen, problem, onChoose }: SizeChipsProps) {
  const name = useId()
  return (
    <div>
      <ChoiceGroup legend={legend} layout="chips" problem={problem}>
        {sizes.map(({ id, size, quantity }) => (
          <OptionChip
            key={id}
            name={name}
            checked={id === chosen}
            disabled={quantity === 0}
            onChoose={() => onChoose(id)}
          >
            {size} <small>{sizeLeftWords(quantity)}</small>
          </OptionChip>
        ))}
      </ChoiceGroup>
      <SizeChart sizes={sizes} />
    </div>
  )
}

interface OtherKitProps extends StepProps {
  participant: PricedParticipant
}

function OtherKit({ participant, ...props }: OtherKitProps) {
  const { who, name, choice } = participant
  const { draft, event } = props.state
  const kits = kitsFor(event, choice.category?.category_id ?? null)
  const sizes = choice.kit?.shirt_sizes ?? []
  if (draft.sameForAll && sizes.length === 0 && !hasRights(participant)) return null
  return (
    <fieldset className={step.person}>
      <legend>
        <span>{name}</span>
      </legend>
      {!draft.sameForAll &&
        (kits.length > 0 ? (
          <NativeSelect
            label="Kit"
            className={step.whole}
            description={choice.category?.category_name}
            error={problemAt(props, who, 'product_id')}
            value={choice.kit?.id ?? ''}
            data={[
              { value: '', label: 'Selecione' },
              ...kits.map((kit) => {
                const exclusion = exclusionOf({ kit }, [participant], event)
                const price = kit.sold_out ? 'esgotado' : formatCents(kitTotal(kit))
                return {
                  value: String(kit.id),
                  label: `${kit.name} · ${exclusion ? `para ${exclusion.eligible}` : price}`,
                  disabled: kit.sold_out || exclusion !== undefined,
                }
              }),
            ]}
            onChange={({ currentTarget: { value } }) =>
              value && props.change({ type: 'chosen', who, level: 'product_id', id: Number(value) })
            }
          />
        ) : (
          <p className={step.note}>Nenhum kit disponível para essa categoria.</p>
        ))}
      {sizes.length > 0 && (
        <div className={step.whole}>
          <SizeChips
            legend={<span className={step.smallLegend}>Tamanho da camisa</span>}
            sizes={sizes}
            chosen={choice.size?.id ?? null}
            problem={problemAt(props, who, 'shirt_size_id')}
            onChoose={(id) => props.change({ type: 'chosen', who, level: 'shirt_size_id', id })}
          />
        </div>
      )}
      <Rights participant={participant} isNamed={false} {...props} />
    </fieldset>
  )
}
