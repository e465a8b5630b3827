import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { addDays, dayIn, toIsoDate } from '#contract/dates.ts'
import { DateField } from '../../../../ui/date-field.tsx'
import { FieldRow, FormSection } from '../../../../ui/form-section.tsx'
import { SwitchField } from '../../../../ui/switch-field.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { TimeField } from '../../../../ui/time-field.tsx'
import { Lockable } from '../event-context.tsx'
import { PictureField } from '../files/picture-field.tsx'
import { RegulationField } from '../files/regulation-field.tsx'
import type { EventForm } from '../form/event-form.ts'
import { LABELS } from '../form/labels.ts'
import { LimitField } from '../parts/fields.tsx'
import { CityFields, OwnerField } from './event-fields.tsx'
import { MarkupField } from './markup-field.tsx'
import { TemplateChoice } from './template-choice.tsx'

export function EventStep() {
  const { control } = useFormContext<EventForm>()
  const held = useWatch({ control, name: 'held' })
  return (
    <Lockable legend="Dados do evento">
      <TemplateChoice />
      <FormSection title="O evento" description="O que o corredor lê primeiro.">
        <OwnerField />
        <FieldRow columns="2fr 1fr">
          <TextField control={control} name="title" label={LABELS.event.title} required autoComplete="off" />
          <TextField
            control={control}
            name="type"
            label={LABELS.event.type}
            placeholder="Corrida de rua, trail…"
          />
        </FieldRow>
        <MarkupField name="description" required />
        <MarkupField name="rules" description="O essencial do regulamento, em poucas palavras" />
      </FormSection>
      <WhenSection />
      <FormSection title="Onde" description="A cidade decide também o fuso horário da prova.">
        <CityFields />
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
          <LimitField name="vacancy_limit" label={LABELS.event.vacancy_limit} held={held} />
          <TextField
            control={control}
            name="contact_email"
            type="email"
            label={LABELS.event.contact_email}
            autoComplete="email"
            required
          />
        </FieldRow>
        <FieldRow columns="1fr 2fr">
          <TextField
            control={control}
            name="max_unpaid_per_account"
            label={LABELS.event.max_unpaid_per_account}
            description="Quantas a mesma conta pode ter à espera de pagamento. Para um clube, aumente."
            inputMode="numeric"
            required
          />
        </FieldRow>
      </FormSection>
      <LinksSection />
      <OptionsSection />
    </Lockable>
  )
}

/** Registrations end so many days before the race, unless the organizer says otherwise: kits have to be ordered. */
const DAYS_BEFORE = 7

/** Suggests when registrations begin and end, once the day of the race is known. */
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
  const { control } = useFormContext<EventForm>()
  useSuggestedDays()
  return (
    <FormSection
      title="Quando"
      description="As inscrições ficam abertas do primeiro ao último dia, inclusive, no horário da cidade da prova."
    >
      <FieldRow columns="1fr 1fr">
        <DateField control={control} name="date_event" label={LABELS.event.date_event} required />
        <TimeField control={control} name="start_time" label={LABELS.event.start_time} required />
      </FieldRow>
      <FieldRow columns="1fr 1fr">
        <DateField control={control} name="start_date" label={LABELS.event.start_date} required />
        <DateField control={control} name="end_date" label={LABELS.event.end_date} required />
      </FieldRow>
      <FieldRow columns="1fr 1fr">
        <DateField control={control} name="kit_delivery_date" label={LABELS.event.kit_delivery_date} />
      </FieldRow>
    </FormSection>
  )
}

function LinksSection() {
  const { control } = useFormContext<EventForm>()
  const link = { type: 'url', placeholder: 'https://', inputMode: 'url' } as const
  return (
    <FormSection title="Links" description="Aparecem na página do evento quando preenchidos.">
      <FieldRow columns="1fr 1fr">
        <RegulationField />
        <TextField control={control} name="route" label={LABELS.event.route} {...link} />
      </FieldRow>
      <FieldRow columns="1fr 1fr">
        <TextField control={control} name="url_disclosure" label={LABELS.event.url_disclosure} {...link} />
        <TextField control={control} name="url_map" label={LABELS.event.url_map} {...link} />
      </FieldRow>
    </FormSection>
  )
}

function OptionsSection() {
  const { control } = useFormContext<EventForm>()
  return (
    <FormSection title="Opções">
      <SwitchField
        control={control}
        name="is_public"
        label="Público"
        description="Desligado, só chega ao evento quem tem o link, que não pode ser adivinhado"
      />
      <SwitchField control={control} name="is_free" label={LABELS.event.is_free} />
      <SwitchField control={control} name="buy_photo" label="Venda de fotos" />
      <SwitchField control={control} name="accept_terms" label="Exigir o aceite dos termos" />
    </FormSection>
  )
}
