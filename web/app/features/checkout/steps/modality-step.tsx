import { Alert, Checkbox, NativeSelect } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ChangeEvent, useId } from 'react'
import { PriceFrom } from '#web/features/event/price.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { OptionCard } from '#web/ui/option.tsx'
import type { PricedParticipant } from '../order/order.ts'
import { ofFirst, problemAt, type StepProps } from '../wizard/problems.ts'
import classes from './step.module.css'

export function ModalityStep(props: StepProps) {
  const { state, problems, change } = props
  const { draft, event, order } = state
  const [buyer, ...others] = order.participants
  const name = useId()
  const choose = (level: 'modality_id' | 'category_id') => (id: number) =>
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
        {event.modalities.map(({ modality_id: id, modality_name: title, ...rest }) => (
          <RaceCard
            key={id}
            title={title}
            {...rest}
            name={`${name}-modality`}
            checked={id === buyer?.choice.modality?.modality_id}
            onChoose={() => choose('modality_id')(id)}
          />
        ))}
      </ChoiceGroup>
      <ChoiceGroup
        legend={ofFirst('Categoria', 'Sua categoria', state)}
        layout="cards"
        help={!buyer?.choice.modality && 'As categorias aparecem depois da modalidade.'}
        problem={problemAt(props, 0, 'category_id')}
      >
        {buyer?.choice.modality?.categories.map(({ category_id: id, category_name: title, ...rest }) => (
          <RaceCard
            key={id}
            title={title}
            {...rest}
            name={`${name}-category`}
            checked={id === buyer.choice.category?.category_id}
            onChoose={() => choose('category_id')(id)}
          />
        ))}
      </ChoiceGroup>
      {!draft.sameForAll &&
        others.map((participant) => (
          <OtherCategory key={participant.who} participant={participant} {...props} />
        ))}
    </>
  )
}

interface RaceCardProps {
  title: string
  description: string | null
  price?: string | null
  price_varies?: boolean
  sold_out: boolean
  name: string
  checked: boolean
  onChoose: () => void
}

function RaceCard({
  title,
  description,
  price,
  price_varies = false,
  sold_out: soldOut,
  name,
  checked,
  onChoose,
}: RaceCardProps) {
  const cost = price && <PriceFrom value={price} varies={price_varies} />
  return (
    <OptionCard
      name={name}
      checked={checked}
      disabled={soldOut}
      onChoose={onChoose}
      price={soldOut ? 'Esgotada' : cost}
    >
      <strong>{title}</strong>
      {description && <small>{description}</small>}
    </OptionCard>
  )
}

interface OtherCategoryProps extends StepProps {
  participant: PricedParticipant
}

function OtherCategory({ participant, ...props }: OtherCategoryProps) {
  const { who, name, choice } = participant
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
          props.state.event.modalities.map((one) => option(one.modality_id, one.modality_name, one.sold_out)),
        )}
      />
      <NativeSelect
        label="Categoria"
        disabled={!choice.modality}
        value={choice.category?.category_id ?? ''}
        {...field(
          'category_id',
          (choice.modality?.categories ?? []).map((one) =>
            option(one.category_id, one.category_name, one.sold_out),
          ),
        )}
      />
    </fieldset>
  )
}

type Option = ReturnType<typeof option>

const option = (id: number, name: string, soldOut: boolean) => ({
  value: String(id),
  label: soldOut ? `${name} (esgotada)` : name,
  disabled: soldOut,
})
