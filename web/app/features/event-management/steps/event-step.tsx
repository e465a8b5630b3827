import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { addDays, dayIn, toIsoDate } from '#contract/dates.ts'
import { CHANGE_DOWNGRADES } from '#contract/pricing/change-downgrade.ts'
import { AGE_REFERENCES, INELIGIBLE_CHANGES } from '#contract/pricing/eligibility.ts'
import { CityFields } from '#web/features/city/city-select.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { FieldRow, FormSection } from '#web/ui/form-section.tsx'
import { optionsOf } from '#web/ui/options-of.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { SwitchField } from '#web/ui/switch-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import { Lockable } from '../event-context.tsx'
import { PictureField } from '../files/picture-field.tsx'
import { RegulationField } from '../files/regulation-field.tsx'
import type { EventForm } from '../form/event-form.ts'
import { LABELS } from '../form/labels.ts'
import { LimitField, MoneyField, useFields } from '../parts/fields.tsx'
import { Groups } from './group-prices.tsx'
import { KitPickup } from './kit-pickup.tsx'
import { MarkupField } from './markup-field.tsx'
import { OwnerField } from './owner-field.tsx'
import { TemplateChoice } from './template-choice.tsx'

const CITY = { state: 'state', city: 'city' } as const

export function EventStep() {
  const field = useFields('event')
  const { control } = useFormContext<EventForm>()
  const held = useWatch({ control, name: 'held' })
  return (
    <Lockable legend="Dados do evento">
      <TemplateChoice />
      <FormSection title="O evento" description="O que o corredor lê primeiro.">
        <OwnerField />
        <FieldRow columns="2fr 1fr">
          <TextField {...field('title')} required autoComplete="off" />
          <TextField {...field('type')} placeholder="Corrida de rua, trail…" />
        </FieldRow>
        <MarkupField name="description" required />
        <MarkupField name="rules" description="O essencial do regulamento, em poucas palavras" />
      </FormSection>
      <WhenSection />
      <KitPickup />
      <FormSection title="Onde" description="A cidade decide também o fuso horário da prova.">
        <CityFields<EventForm> names={CITY} autoComplete="off" withAsterisk />
        <FieldRow columns="2fr 1fr">
          <TextField
            {...field('start_place')}
            placeholder="Parque Ibirapuera, portão 10"
            description="Onde é a largada: aparece na página, na inscrição, no calendário e nos e-mails."
          />
          <TextField {...field('country')} />
        </FieldRow>
      </FormSection>
      <FormSection
        title="Imagens"
        description="Mostradas em 16:9. O recorte é automático, em volta do que mais chama a atenção; você pode fazer outro."
      >
        <PictureField name="cover_image" purpose="cover" label={LABELS.event.cover_image} required />
        <PictureField name="event_image" purpose="event" label={LABELS.event.event_image} required />
      </FormSection>
      <FormSection title="Vagas e contato">
        <FieldRow columns="1fr 2fr">
          <LimitField {...field('vacancy_limit')} held={held} />
          <TextField {...field('contact_email')} type="email" autoComplete="email" required />
        </FieldRow>
        <FieldRow columns="1fr 1fr">
          <TextField
            {...field('max_unpaid_per_account')}
            description="Quantas a mesma conta pode ter à espera de pagamento. Para um clube, aumente."
            inputMode="numeric"
            required
          />
        </FieldRow>
      </FormSection>
      <Groups />
      <LinksSection />
      <OptionsSection />
      <ChangesSection />
    </Lockable>
  )
}

/** Days between the suggested end of registrations and the race, in which organizers order the kits. */
const DAYS_BEFORE = 7

function useSuggestedDays(): void {
  const { control, getValues, setValue } = useFormContext<EventForm>()
  const eventOn = useWatch({ control, name: 'date_event' })
  useEffect(() => {
    const today = dayIn('America/Sao_Paulo', new Date())
    const { lock_version, start_date, end_date } = getValues()
    if (lock_version !== null || toIsoDate(eventOn) !== eventOn || eventOn <= today) return
    const last = addDays(eventOn, -DAYS_BEFORE)
    if (start_date === '') setValue('start_date', today, { shouldDirty: true })
    if (end_date === '') setValue('end_date', last > today ? last : eventOn, { shouldDirty: true })
  }, [eventOn, getValues, setValue])
}

function WhenSection() {
  const field = useFields('event')
  useSuggestedDays()
  return (
    <FormSection
      title="Quando"
      description="As inscrições ficam abertas do primeiro ao último dia, inclusive, no horário da cidade da prova."
    >
      <FieldRow columns="1fr 1fr">
        <DateField {...field('date_event')} required />
        <TimeField {...field('start_time')} required />
      </FieldRow>
      <FieldRow columns="1fr 1fr">
        <DateField {...field('start_date')} required />
        <DateField {...field('end_date')} required />
      </FieldRow>
    </FormSection>
  )
}

function LinksSection() {
  const field = useFields('event')
  const link = { type: 'url', placeholder: 'https://', inputMode: 'url' } as const
  return (
    <FormSection title="Links" description="Aparecem na página do evento quando preenchidos.">
      <FieldRow columns="1fr 1fr">
        <RegulationField />
        <TextField {...field('route')} {...link} />
      </FieldRow>
      <FieldRow columns="1fr 1fr">
        <TextField {...field('url_disclosure')} {...link} />
        <TextField {...field('url_map')} {...link} />
      </FieldRow>
    </FormSection>
  )
}

function OptionsSection() {
  const field = useFields('event')
  return (
    <FormSection title="Opções">
      <SwitchField
        {...field('is_public')}
        description="Desligado, só chega ao evento quem tem o link, que não pode ser adivinhado"
      />
      <SwitchField {...field('is_free')} />
      <SwitchField {...field('buy_photo')} />
      <SwitchField {...field('accept_terms')} />
      <FieldRow columns="1fr 1fr">
        <SelectField {...field('age_reference')} data={optionsOf(AGE_REFERENCES)} />
        <SelectField
          {...field('ineligible_changes')}
          description="Nova regra, troca de categoria ou correção de dados"
          data={optionsOf(INELIGIBLE_CHANGES)}
        />
      </FieldRow>
    </FormSection>
  )
}

function ChangesSection() {
  const field = useFields('event')
  const { control } = useFormContext<EventForm>()
  const until = useWatch({ control, name: 'changes_until' })
  const deferral = useWatch({ control, name: 'deferral_until' })
  const transfers = useWatch({ control, name: 'transfers_until' })
  const modalities = useWatch({ control, name: 'modalities' })
  const hasTeams = modalities.some(({ categories }) => categories.some(({ team_size }) => team_size !== ''))
  const returns = useWatch({ control, name: 'returns_until' })
  return (
    <FormSection
      title="Alterações pelo corredor"
      description="Até o dia escolhido, quem já pagou troca modalidade, categoria, kit ou tamanho enquanto há vaga, e paga a diferença."
    >
      <DateField {...field('changes_until')} description="Vazio, só a organização altera" />
      {until !== '' && (
        <FieldRow columns="1fr 1fr">
          <SelectField {...field('changes_downgrade')} data={optionsOf(CHANGE_DOWNGRADES)} />
          <MoneyField {...field('changes_fee')} description="Cobrada a cada alteração" />
        </FieldRow>
      )}
      <DateField
        {...field('deferral_until')}
        description="Quem já pagou troca a vaga, uma vez, por um crédito para outra prova sua. Vazio, ninguém adia"
      />
      {deferral !== '' && (
        <MoneyField {...field('deferral_fee')} description="Fica com a organização; o resto vira crédito" />
      )}
      <DateField
        {...field('transfers_until')}
        description="Quem já está com a inscrição confirmada passa a vaga a outra pessoa, que aceita os termos e paga a diferença. Vazio, ninguém transfere"
      />
      {transfers !== '' && (
        <>
          <FieldRow columns="1fr 1fr 1fr">
            <DateField {...field('transfers_from')} description="Vazio, desde já" />
            <MoneyField {...field('transfers_fee')} description="Paga por quem recebe" />
            <TextField {...field('transfers_most')} inputMode="numeric" />
          </FieldRow>
          <SwitchField {...field('transfers_coupons')} />
          <SwitchField {...field('transfers_rights')} />
        </>
      )}
      {hasTeams && (
        <DateField
          {...field('teams_until')}
          description="Nas categorias de revezamento, o capitão troca integrantes, com a taxa e o número de transferências acima, e ordena os trechos. Vazio, as equipes não mudam"
        />
      )}
      <DateField
        {...field('returns_until')}
        description="Quem já pagou devolve a vaga à venda e é reembolsado quando outra pessoa comprar a mesma categoria e o mesmo kit. Vazio, ninguém devolve"
      />
      {returns !== '' && (
        <MoneyField {...field('returns_fee')} description="Fica com a organização; o resto é reembolsado" />
      )}
    </FormSection>
  )
}
