import { useFormContext, useWatch } from 'react-hook-form'
import { TextField } from '../../../../ui/text-field.tsx'
import { TextareaField } from '../../../../ui/textarea-field.tsx'
import { blankTerm, type EventForm, isNew } from '../form/event-form.ts'
import { LABELS } from '../form/labels.ts'
import { StatusField } from '../parts/fields.tsx'
import { ItemCard, type ItemPosition } from '../parts/item-card.tsx'
import { ItemList } from '../parts/item-list.tsx'

export function TermsStep() {
  return (
    <ItemList
      name="terms"
      label="Termos"
      hint="Um termo é um texto que todos aceitam para se inscrever. Se ele mudar, o que já foi aceito continua guardado como era."
      addLabel="Adicionar termo"
      blank={blankTerm}
      focus="name"
      card={(position) => <TermCard key={position.key} position={position} />}
    />
  )
}

function TermCard({ position }: { position: ItemPosition }) {
  const { index } = position
  const path = `terms.${index}` as const
  const { control } = useFormContext<EventForm>()
  const term = useWatch({ control, name: path })
  return (
    <ItemCard
      path={path}
      name={term.name || 'Novo termo'}
      status={term.status}
      startsOpen={isNew(term.id)}
      summary={null}
      position={position}
      isBlank={isNew(term.id) && term.name === '' && term.description === ''}
    >
      <TextField control={control} name={`${path}.name`} label={LABELS.terms.name} required />
      <TextareaField
        control={control}
        name={`${path}.description`}
        label={LABELS.terms.description}
        required
        minRows={6}
        maxRows={24}
      />
      <StatusField name={`${path}.status`} description="Inativo, não é mais pedido" />
    </ItemCard>
  )
}
