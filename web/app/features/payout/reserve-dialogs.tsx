import { Switch, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { saveOrganizerReserve, savePayoutSettings } from '#contract/payout/enterprise.ts'
import type { OrganizerBalance } from '#contract/payout/payout.ts'
import { FormDialogButton } from '#web/actions/form-dialog-button.tsx'
import { api } from '#web/api/api.ts'
import { MaskedInput } from '#web/ui/masked-input.tsx'
import { PAYOUTS_KEY } from './queries.ts'

interface Reserve {
  reserve_percentage: string
  reserve_days: string
}

const bodyOf = (reserve: Reserve) => ({ ...reserve, reserve_days: Number(reserve.reserve_days) })

interface ReserveDialogProps {
  saved: { reserve_percentage: string; reserve_days: number }
}

/** Sets the percentage that is retained for refunds, and for how many days. */
export function ReserveDialog({ saved }: ReserveDialogProps) {
  const [reserve, setReserve] = useState({ ...saved, reserve_days: String(saved.reserve_days) })
  return (
    <FormDialogButton
      changes={PAYOUTS_KEY}
      icon={IconLock}
      label="Reserva"
      title="Reserva para devoluções"
      fields={['reserve_percentage', 'reserve_days']}
      submit="Salvar"
      action={() => api(savePayoutSettings, { body: bodyOf(reserve) })}
    >
      {(errorOf) => (
        <>
          <p>
            Parte do que entrou fica retida até passar o prazo em que devoluções são comuns. Vale para todos
            os organizadores, menos os que têm uma reserva própria.
          </p>
          <ReserveFields reserve={reserve} onChange={setReserve} errorOf={errorOf} />
        </>
      )}
    </FormDialogButton>
  )
}

/** Sets a reserve for one organizer that replaces the platform's. */
export function OwnReserveDialog({
  organizer,
  reserve: { own, percentage, days },
}: Pick<OrganizerBalance, 'organizer' | 'reserve'>) {
  const [isOwn, setOwn] = useState(own)
  const [reserve, setReserve] = useState({ reserve_percentage: percentage, reserve_days: String(days) })
  return (
    <FormDialogButton
      changes={PAYOUTS_KEY}
      icon={IconLock}
      label={`Reserva própria de ${organizer.name}`}
      compact
      title={`Reserva de ${organizer.name}`}
      fields={['reserve.reserve_percentage', 'reserve.reserve_days']}
      submit="Salvar"
      action={() => {
        const body = { reserve: isOwn ? bodyOf(reserve) : null }
        return api(saveOrganizerReserve, { params: { id: organizer.id }, body })
      }}
    >
      {(errorOf) => (
        <>
          <Switch
            label="Reserva própria deste organizador"
            description="Desligado, vale a reserva da empresa."
            checked={isOwn}
            onChange={(event) => setOwn(event.currentTarget.checked)}
          />
          {isOwn && (
            <ReserveFields
              reserve={reserve}
              onChange={setReserve}
              errorOf={(field) => errorOf(`reserve.${field}`)}
            />
          )}
        </>
      )}
    </FormDialogButton>
  )
}

interface ReserveFieldsProps {
  reserve: Reserve
  onChange: (reserve: Reserve) => void
  errorOf: (field: keyof Reserve) => string | undefined
}

const ReserveFields = ({ reserve, onChange, errorOf }: ReserveFieldsProps) => (
  <>
    <MaskedInput
      mask="percent"
      label="Percentual do que entrou"
      value={reserve.reserve_percentage}
      onChange={(reserve_percentage) => onChange({ ...reserve, reserve_percentage })}
      autoComplete="off"
      error={errorOf('reserve_percentage')}
    />
    <TextInput
      label="Dias depois da corrida"
      inputMode="numeric"
      value={reserve.reserve_days}
      onChange={(event) =>
        onChange({ ...reserve, reserve_days: event.currentTarget.value.replace(/\D/g, '') })
      }
      autoComplete="off"
      error={errorOf('reserve_days')}
    />
  </>
)
