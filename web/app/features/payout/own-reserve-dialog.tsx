import { Switch } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { saveOrganizerReserve } from '#contract/payout/company.ts'
import type { OrganizerBalance } from '#contract/payout/payout.ts'
import { api } from '../../api.ts'
import { FormDialog } from './form-dialog.tsx'
import { ReserveFields } from './reserve-dialog.tsx'

/** Whether one organizer has a reserve apart from the company's, and which. */
export function OwnReserveDialog({ organizer, reserve }: Pick<OrganizerBalance, 'organizer' | 'reserve'>) {
  const [isOwn, setOwn] = useState(reserve.own)
  const [values, setValues] = useState({ percentage: reserve.percentage, days: String(reserve.days) })
  return (
    <FormDialog
      icon={IconLock}
      label={`Reserva própria de ${organizer.name}`}
      compact
      title={`Reserva de ${organizer.name}`}
      fields={['reserve.reserve_percentage', 'reserve.reserve_days']}
      submit="Salvar"
      action={() =>
        api(saveOrganizerReserve, {
          params: { id: organizer.id },
          body: {
            reserve: isOwn
              ? { reserve_percentage: values.percentage, reserve_days: Number(values.days) }
              : null,
          },
        })
      }
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
              values={values}
              onChange={setValues}
              errors={{
                percentage: errorOf('reserve.reserve_percentage'),
                days: errorOf('reserve.reserve_days'),
              }}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
