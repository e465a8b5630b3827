import { Alert, Checkbox, NativeSelect } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ChangeEvent, useId } from 'react'
import type { Ineligibility } from '#contract/pricing/eligibility.ts'
import { PriceFrom } from '#web/features/event/price.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { OptionCard } from '#web/ui/option.tsx'
import type { PricedParticipant } from '../order/order.ts'
import { choosers, exclusionOf, exclusionWords } from '../wizard/eligibility.ts'
import { ofFirst, problemAt, type StepProps } from '../wizard/problems.ts'
import classes from './step.module.css'
import { TeamFields } from './team-fields.tsx'

export function ModalityStep(props: StepProps) {
  const { state, problems, change } = props
  const { draft, event, order } = state
  const [buyer, ...others] = order.participants
  const [concerned = []] = choosers(draft, order.participants)
  const name = useId()
  const choose = (level: 'modality_id' | 'category_id', id: number) =>
    change({ type: 'chosen', who: 0, level, id })
  return (
    <>
      {problems.event_id && (
        <Alert color="red" icon={<IconAlertTriangle size={20} aria-hidden />} tabIndex={-1} data-invalid>
          {problems.event_id}
        </Alert>
      )}
      {others.length > 0 && (
        <Checkbox
          label="Mesma categoria e kit para todos"
          description="Marque se todos vão correr na mesma categoria, com o mesmo kit."
          checked={draft.sameForAll}
          onChange={(changed) => change({ type: 'sameForAllToggled', on: changed.currentTarget.checked })}
        />
      )}
      <ChoiceGroup
        legend={ofFirst('Modalidade', 'Sua modalidade', state)}
        layout="cards"
        problem={problemAt(props, 0, 'modality_id')}
      >
        {event.modalities.map((modality) => (
          <RaceCard
            key={modality.modality_id}
            title={modality.modality_name}
            {...modality}
            exclusion={exclusionOf({ modality }, concerned, event)}
            name={`${name}-modality`}
            checked={modality === buyer?.choice.modality}
            onChoose={() => choose('modality_id', modality.modality_id)}
          />
        ))}
      </ChoiceGroup>
      <ChoiceGroup
        legend={ofFirst('Categoria', 'Sua categoria', state)}
        layout="cards"
        help={!buyer?.choice.modality && 'As categorias aparecem depois da modalidade.'}
        problem={problemAt(props, 0, 'category_id')}
      >
        {buyer?.choice.modality?.categories.map((category) => (
          <RaceCard
            key={category.category_id}
            title={category.category_name}
            {...category}
            exclusion={exclusionOf({ category }, concerned, event)}
            name={`${name}-category`}
            checked={category === buyer.choice.category}
            onChoose={() => choose('category_id', category.category_id)}
          />
        ))}
      </ChoiceGroup>
      {!draft.sameForAll &&
        others.map((participant) => (
          <OtherCategory key={participant.who} participant={participant} {...props} />
        ))}
      <TeamFields {...props} />
    </>
  )
}

interface RaceCardProps {
  title: string
  description: string | null
  relay?: string | null
  price?: string | null
  price_varies?: boolean
  sold_out: boolean
  exclusion: Ineligibility | undefined
  name: string
  checked: boolean
  onChoose: () => void
}

function RaceCard({
  title,
  description,
  relay,
  price,
  price_varies = false,
  sold_out: soldOut,
  exclusion,
  name,
  checked,
  onChoose,
}: RaceCardProps) {
  const cost = price && <PriceFrom value={price} varies={price_varies} />
  return (
    <OptionCard
      name={name}
      checked={checked}
      disabled={soldOut || exclusion !== undefined}
      onChoose={onChoose}
      price={!exclusion && (soldOut ? 'Esgotada' : cost)}
    >
      <strong>{title}</strong>
      {relay && <small>{relay}</small>}
      {description && <small>{description}</small>}
      {exclusion && <small>{exclusionWords(exclusion)}</small>}
    </OptionCard>
  )
}

interface OtherCategoryProps extends StepProps {
  participant: PricedParticipant
}

function OtherCategory({ participant, ...props }: OtherCategoryProps) {
  const { who, name, choice } = participant
  const { event } = props.state
  const field = (level: 'modality_id' | 'category_id', options: readonly Option[]) => ({
    error: problemAt(props, who, level),
    data: [{ value: '', label: 'Selecione' }, ...options],
    onChange: ({ currentTarget: { value: id } }: ChangeEvent<HTMLSelectElement>) =>
      id && props.change({ type: 'chosen', who, level, id: Number(id) }),
  })
  return (
    <fieldset className={classes.person}>
      <legend>
        <span>{name}</span>
      </legend>
      <NativeSelect
        label="Modalidade"
        value={choice.modality?.modality_id ?? ''}
        {...field(
          'modality_id',
          event.modalities.map((modality) => {
            const exclusion = exclusionOf({ modality }, [participant], event)
            return option(modality.modality_id, modality.modality_name, modality.sold_out, exclusion)
          }),
        )}
      />
      <NativeSelect
        label="Categoria"
        disabled={!choice.modality}
        value={choice.category?.category_id ?? ''}
        {...field(
          'category_id',
          (choice.modality?.categories ?? []).map((category) => {
            const exclusion = exclusionOf({ category }, [participant], event)
            return option(category.category_id, category.category_name, category.sold_out, exclusion)
          }),
        )}
      />
    </fieldset>
  )
}

type Option = ReturnType<typeof option>

const option = (id: number, name: string, soldOut: boolean, exclusion: Ineligibility | undefined) => ({
  value: String(id),
  label: exclusion ? `${name} · para ${exclusion.eligible}` : soldOut ? `${name} (esgotada)` : name,
  disabled: soldOut || exclusion !== undefined,
})
