import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { EventDashboard } from '#contract/report/dashboard.ts'
import { hasMoney, MoneyByDay, RegistrationsByDay } from '../charts/days-cards.tsx'

const VIEWS = { registrations: RegistrationsByDay, money: MoneyByDay }
type View = keyof typeof VIEWS

/** The registrations or the money of each day. */
export function SalesCard({ data, fileName }: { data: EventDashboard; fileName: string }) {
  const [view, setView] = useState<View>('registrations')
  const Chart = VIEWS[view]
  const views = [
    { value: 'registrations', label: 'Inscrições' },
    ...(hasMoney(data.by_day) ? [{ value: 'money', label: 'Valores' }] : []),
  ]
  return (
    <Chart days={data.by_day} fileName={fileName}>
      {views.length > 1 && (
        <SegmentedControl
          aria-label="O que o gráfico mostra"
          fullWidth
          value={view}
          onChange={(value) => setView(value as View)}
          data={views}
        />
      )}
    </Chart>
  )
}
