import { useFormContext } from 'react-hook-form'
import { FieldRow } from '../../../ui/form-section.tsx'
import { MaskedField } from '../../../ui/masked-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { PRODUCER_LABELS, type ProducerValues } from './producer-values.ts'

const REQUIRED = { required: true, withAsterisk: false, autoComplete: 'off' } as const

export function CompanyFields() {
  const { control } = useFormContext<ProducerValues>()
  return (
    <>
      <TextField
        control={control}
        name="fantasy_name"
        label={PRODUCER_LABELS.fantasy_name}
        placeholder="Como todos conhecem a empresa"
        {...REQUIRED}
      />
      <TextField
        control={control}
        name="corporate_reason"
        label={PRODUCER_LABELS.corporate_reason}
        placeholder="Como está no CNPJ"
        {...REQUIRED}
      />
      <FieldRow columns="1fr 1fr">
        <MaskedField
          control={control}
          name="cnpj"
          mask="cnpj"
          label={PRODUCER_LABELS.cnpj}
          description="Números e, nos mais novos, letras"
          {...REQUIRED}
        />
        <TextField control={control} name="nickname" label="Apelido (opcional)" autoComplete="off" />
      </FieldRow>
    </>
  )
}
