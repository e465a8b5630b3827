import { useFormContext, useWatch } from 'react-hook-form'
import { TERM_KINDS } from '#contract/event/term-kind.ts'
import { optionsOf } from '#web/ui/options-of.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import { blankTerm, type EventForm, isNew } from '../form/event-form.ts'
import { StatusField, useFields } from '../parts/fields.tsx'
import { ItemCard, type ItemPosition } from '../parts/item-card.tsx'
import { ItemList } from '../parts/item-list.tsx'

const KINDS = optionsOf(TERM_KINDS)

export function TermsStep() {
  return (
    <ItemList
      name="terms"
      label="Termos"
      hint="Um termo obrigatório é aceito por todos para se inscrever. Uma autorização, como a do uso de imagem, é opcional, e quem a deu pode revogá-la quando quiser. Se o texto mudar, o que já foi aceito continua guardado como era."
      addLabel="Adicionar termo"
      blank={blankTerm}
      focus="name"
      card={(position) => <TermCard key={position.key} position={position} />}
    />
  )
}

function TermCard({ position }: { position: ItemPosition }) {
  const path = `terms.${position.index}` as const
  const field = useFields('terms', path)
  const { control } = useFormContext<EventForm>()
  const term = useWatch({ control, name: path })
  return (
    <ItemCard
      path={path}
      name={term.name || 'Novo termo'}
      status={term.status}
      startsOpen={isNew(term.id)}
      summary={term.kind === 'consent' ? TERM_KINDS.consent : null}
      position={position}
      isBlank={isNew(term.id) && term.name === '' && term.description === ''}
    >
      <TextField {...field('name')} required />
      <SelectField {...field('kind')} data={KINDS} />
      <TextareaField {...field('description')} required minRows={6} maxRows={24} />
      <StatusField name={`${path}.status`} description="Inativo, não é mais pedido" />
    </ItemCard>
  )
}
