import { DateField } from '#web/ui/date-field.tsx'
import { FieldRow, FormSection } from '#web/ui/form-section.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import { useFields } from '../parts/fields.tsx'

/** Where and when kits are picked up. */
export function KitPickup() {
  const field = useFields('event')
  return (
    <FormSection
      title="Entrega dos kits"
      description="Aparece na página do evento, na inscrição de cada corredor e no e-mail de confirmação."
    >
      <FieldRow columns="1fr 2fr">
        <TextField {...field('kit_place')} placeholder="Loja, hotel, arena…" />
        <TextField {...field('kit_address')} placeholder="Rua, número, bairro, cidade" />
      </FieldRow>
      <FieldRow columns="1fr 1fr">
        <DateField {...field('kit_delivery_date')} />
        <TimeField {...field('kit_opens_at')} />
      </FieldRow>
      <FieldRow columns="1fr 1fr">
        <DateField {...field('kit_until')} description="Vazio, é só no primeiro dia" />
        <TimeField {...field('kit_closes_at')} />
      </FieldRow>
      <TextareaField {...field('kit_note')} placeholder="O que levar, se outra pessoa pode retirar…" />
    </FormSection>
  )
}
