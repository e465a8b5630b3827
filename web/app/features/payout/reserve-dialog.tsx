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
  const [percentage, setPercentage] = useState(saved.reserve_percentage)
  const [days, setDays] = useState(String(saved.reserve_days))
  return (
    <FormDialog
      icon={IconLock}
      label="Reserva"
      title="Reserva para devoluções"
      fields={['reserve_percentage', 'reserve_days']}
      submit="Salvar"
      action={() => onSave({ reserve_percentage: percentage, reserve_days: Number(days) })}
    >
      {(errorOf) => (
        <>
          <p>
            Parte do que entrou fica retida até passar o prazo em que devoluções são comuns. Vale para todos
            os organizadores.
          </p>
          <MaskedInput
            mask="percent"
            label="Percentual do que entrou"
            value={percentage}
            onChange={setPercentage}
            autoComplete="off"
            error={errorOf('reserve_percentage')}
          />
          <TextInput
            label="Dias depois da corrida"
            inputMode="numeric"
            value={days}
            onChange={(event) => setDays(event.currentTarget.value.replace(/\D/g, ''))}
            autoComplete="off"
            error={errorOf('reserve_days')}
          />
        </>
      )}
    </FormDialog>
  )
}
