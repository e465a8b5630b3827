import { useFormContext, useWatch } from 'react-hook-form'
import { formatBasisPoints, toCents } from '#contract/money.ts'
import { CountField } from '#web/ui/count-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { FieldRow, FormSection } from '#web/ui/form-section.tsx'
import { blankGroupPrice, type EventForm, isNew } from '../form/event-form.ts'
import { MoneyField, useFields } from '../parts/fields.tsx'
import { ItemCard, type ItemPosition } from '../parts/item-card.tsx'
import { ItemList } from '../parts/item-list.tsx'

export function Groups() {
  const field = useFields('event')
  const { control } = useFormContext<EventForm>()
  const until = useWatch({ control, name: 'groups_until' })
  return (
    <FormSection
      title="Grupos"
      description="Assessorias, empresas e famílias reúnem os seus corredores num grupo, e o capitão paga por quem quiser. Sem data, o evento não tem grupos."
    >
      <FieldRow columns="1fr 1fr">
        <DateField
          {...field('groups_until')}
          description="Último dia para criar um grupo, entrar, sair e ser removido"
        />
      </FieldRow>
      {until !== '' && (
        <>
          <ItemList
            name="group_prices"
            label="Preço de grupo"
            hint="Desconto para quem o capitão paga, conforme o tamanho do grupo. Não soma com cupom: vale o maior dos dois."
            addLabel="Adicionar desconto"
            blank={blankGroupPrice}
            focus="min_members"
            unordered
            card={(position) => <PriceCard key={position.key} position={position} />}
          />
          <FieldRow columns="1fr 1fr">
            <CountField
              {...field('group_free_every')}
              placeholder="Nenhuma"
              description="A cada tantos pagantes no mesmo Pix, a inscrição mais barata é grátis. Todos dividem essa economia."
            />
          </FieldRow>
        </>
      )}
    </FormSection>
  )
}

function PriceCard({ position }: { position: ItemPosition }) {
  const path = `group_prices.${position.index}` as const
  const { control } = useFormContext<EventForm>()
  const field = useFields('group_prices', path)
  const { id, min_members: members, rate } = useWatch({ control, name: path })
  return (
    <ItemCard
      path={path}
      name={members === '' ? 'Novo desconto' : `A partir de ${members} membros`}
      startsOpen={isNew(id)}
      summary={rate && <span>{formatBasisPoints(toCents(rate) ?? 0)} de desconto</span>}
      position={position}
      isBlank={isNew(id) && members === '' && rate === ''}
    >
      <FieldRow columns="1fr 1fr">
        <CountField {...field('min_members')} required />
        <MoneyField {...field('rate')} percent required />
      </FieldRow>
    </ItemCard>
  )
}
