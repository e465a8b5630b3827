import { useFormContext } from 'react-hook-form'
import { FieldRow } from '../../../ui/form-section.tsx'
import { MaskedField } from '../../../ui/masked-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { PRODUCER_LABELS, type ProducerValues } from './producer-values.ts'

const REQUIRED = { required: true, withAsterisk: false, autoComplete: 'off' } as const
const LOCKED = { readOnly: true, variant: 'filled' } as const

/** `locked`: the current person may not change which company it is. */
export function CompanyFields({ locked = false }: { locked?: boolean }) {
  const { control } = useFormContext<ProducerValues>()
  const company = { ...REQUIRED, ...(locked && LOCKED) }
  return (
    <>
      <TextField
        control={control}
        name="fantasy_name"
        label={PRODUCER_LABELS.fantasy_name}
        placeholder="Como todos conhecem a empresa"
        {...company}
      />
      <TextField
        control={control}
        name="corporate_reason"
        label={PRODUCER_LABELS.corporate_reason}
        placeholder="Como está no CNPJ"
        {...company}
      />
      <FieldRow columns="1fr 1fr">
        <MaskedField
          control={control}
          name="cnpj"
          mask="cnpj"
          label={PRODUCER_LABELS.cnpj}
          description="Números e, nos mais novos, letras"
          {...company}
        />
        <TextField control={control} name="nickname" label="Apelido (opcional)" autoComplete="off" />
      </FieldRow>
    </>
  )
}
