import { TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { MaskedInput } from '../../ui/masked-input.tsx'
import { FormDialog } from './form-dialog.tsx'

interface Reserve {
  reserve_percentage: string
  reserve_days: number
}

interface ReserveDialogProps {
  saved: Reserve
  onSave: (reserve: Reserve) => Promise<{ message?: string }>
}

/** How much is held back for refunds, and for how long. */
export function ReserveDialog({ saved, onSave }: ReserveDialogProps) {
  const [values, setValues] = useState({
    percentage: saved.reserve_percentage,
    days: String(saved.reserve_days),
  })
  return (
    <FormDialog
      icon={IconLock}
      label="Reserva"
      title="Reserva para devoluções"
      fields={['reserve_percentage', 'reserve_days']}
      submit="Salvar"
      action={() => onSave({ reserve_percentage: values.percentage, reserve_days: Number(values.days) })}
    >
      {(errorOf) => (
        <>
          <p>
            Parte do que entrou fica retida até passar o prazo em que devoluções são comuns. Vale para todos
            os organizadores, menos os que têm uma reserva própria.
          </p>
          <ReserveFields
            values={values}
            onChange={setValues}
            errors={{ percentage: errorOf('reserve_percentage'), days: errorOf('reserve_days') }}
          />
        </>
      )}
    </FormDialog>
  )
}

interface ReserveValues {
  percentage: string
  days: string
}

interface ReserveFieldsProps {
  values: ReserveValues
  onChange: (values: ReserveValues) => void
  errors: { [Name in keyof ReserveValues]: string | undefined }
}

export const ReserveFields = ({ values, onChange, errors }: ReserveFieldsProps) => (
  <>
    <MaskedInput
      mask="percent"
      label="Percentual do que entrou"
      value={values.percentage}
      onChange={(percentage) => onChange({ ...values, percentage })}
      autoComplete="off"
      error={errors.percentage}
    />
    <TextInput
      label="Dias depois da corrida"
      inputMode="numeric"
      value={values.days}
      onChange={(event) => onChange({ ...values, days: event.currentTarget.value.replace(/\D/g, '') })}
      autoComplete="off"
      error={errors.days}
    />
  </>
)
