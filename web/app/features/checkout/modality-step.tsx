import { Alert, Checkbox, NativeSelect } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import type { PublicEvent } from '#contract/event.ts'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { OptionCard } from '../../ui/option.tsx'
import { Price } from '../event/price.tsx'
import type { PricedParticipant } from './order.ts'
import { problemAt, type StepProps } from './problems.ts'
import classes from './step.module.css'

/** What everybody runs. */
export function ModalityStep(props: StepProps) {
  const { state, problems, change } = props
  const { draft, event, order } = state
  const [buyer, ...others] = order.participants
  const name = useId()
  const choose = (level: 'modality' | 'category') => (id: number) =>
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
          description="Desmarque para escolher a prova e o kit de cada pessoa."
          checked={draft.sameForAll}
          onChange={(changed) => change({ type: 'sameForAllToggled', on: changed.currentTarget.checked })}
        />
      )}
      <ChoiceGroup legend="Modalidade" layout="cards" problem={problemAt(props, 0, 'modality_id')}>
        {event.modalities.map((modality) => (
          <ModalityCard
            key={modality.modality_id}
            modality={modality}
            name={`${name}-modality`}
            checked={modality.modality_id === draft.choice.modality}
            onChoose={choose('modality')}
          />
        ))}
      </ChoiceGroup>
      <ChoiceGroup
        legend="Categoria"
        layout="cards"
        help={!buyer?.choice.modality && 'As categorias aparecem depois da modalidade.'}
        problem={problemAt(props, 0, 'category_id')}
      >
        {buyer?.choice.modality?.categories.map((category) => (
          <CategoryCard
            key={category.category_id}
            category={category}
            name={`${name}-category`}
            checked={category.category_id === draft.choice.category}
            onChoose={choose('category')}
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

type Modality = PublicEvent['modalities'][number]
type Category = Modality['categories'][number]

interface CardProps {
  name: string
  checked: boolean
  onChoose: (id: number) => void
}

function ModalityCard({ modality, onChoose, ...radio }: CardProps & { modality: Modality }) {
  const { modality_id: id, modality_name: title, description, sold_out: soldOut } = modality
  return (
    <OptionCard {...radio} disabled={soldOut} onChoose={() => onChoose(id)} price={soldOut && 'Esgotada'}>
      <strong>{title}</strong>
      {description && <small>{description}</small>}
    </OptionCard>
  )
}

function CategoryCard({ category, onChoose, ...radio }: CardProps & { category: Category }) {
  const { category_id: id, category_name: title, description, price, sold_out: soldOut } = category
  const cost = price && (
    <b>
      <Price value={price} />
    </b>
  )
  return (
    <OptionCard
      {...radio}
      disabled={soldOut}
      onChoose={() => onChoose(id)}
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

const NOTHING = { value: '', label: 'Selecione' }

/** An additional participant's own modality and category. */
function OtherCategory({ participant, ...props }: OtherCategoryProps) {
  const { who, name, choice } = participant
  const choose = (level: 'modality' | 'category', id: string) =>
    id && props.change({ type: 'chosen', who, level, id: Number(id) })
  return (
    <fieldset className={classes.person}>
      <legend>{name}</legend>
      <NativeSelect
        label="Modalidade"
        error={problemAt(props, who, 'modality_id')}
        value={choice.modality?.modality_id ?? ''}
        data={[
          NOTHING,
          ...props.state.event.modalities.map((one) =>
            option(one.modality_id, one.modality_name, one.sold_out),
          ),
        ]}
        onChange={(event) => choose('modality', event.currentTarget.value)}
      />
      <NativeSelect
        label="Categoria"
        disabled={!choice.modality}
        error={problemAt(props, who, 'category_id')}
        value={choice.category?.category_id ?? ''}
        data={[
          NOTHING,
          ...(choice.modality?.categories ?? []).map((one) =>
            option(one.category_id, one.category_name, one.sold_out),
          ),
        ]}
        onChange={(event) => choose('category', event.currentTarget.value)}
      />
    </fieldset>
  )
}

const option = (id: number, name: string, soldOut: boolean) => ({
  value: String(id),
  label: soldOut ? `${name} (esgotada)` : name,
  disabled: soldOut,
})
