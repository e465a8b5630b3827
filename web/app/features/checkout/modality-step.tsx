import { Alert, Checkbox } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import type { PublicEvent } from '#contract/event.ts'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { OptionCard } from '../../ui/option.tsx'
import { Price } from '../event/price.tsx'
import { OtherCategory } from './other-category.tsx'
import { problemAt, type StepProps } from './step-props.ts'

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
