import { NativeSelect } from '@mantine/core'
import type { PricedParticipant } from './price-order.ts'
import classes from './step.module.css'
import { problemAt, type StepProps } from './step-props.ts'

interface OtherCategoryProps extends StepProps {
  participant: PricedParticipant
}

const NOTHING = { value: '', label: 'Selecione' }

/** An additional participant's own modality and category. */
export function OtherCategory({ participant, ...props }: OtherCategoryProps) {
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
