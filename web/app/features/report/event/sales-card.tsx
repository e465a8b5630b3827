import { SegmentedControl } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { EventDashboard } from '#contract/report/dashboard.ts'
import { ChartCard } from '../charts/chart-card.tsx'
import { hasMoney, MoneyByDay, RegistrationsByDay } from '../charts/days-cards.tsx'
import { LineChart } from '../charts/line-chart.tsx'

interface SalesCardProps {
  data: EventDashboard
  fileName: string
}

/** The pace of sales, or the registrations or the money of each day. */
export function SalesCard({ data, fileName }: SalesCardProps) {
  const views = [
    ...(data.pace.line.length > 0 ? [{ value: 'pace', label: 'Ritmo' }] : []),
    { value: 'registrations', label: 'Inscrições' },
    ...(hasMoney(data.by_day) ? [{ value: 'money', label: 'Valores' }] : []),
  ]
  const [chosen, setChosen] = useState<string>()
  const view = chosen ?? views[0]?.value
  const choice = views.length > 1 && (
    <SegmentedControl
      aria-label="O que o gráfico mostra"
      fullWidth
      value={view ?? ''}
      onChange={setChosen}
      data={views}
    />
  )
  if (view === 'pace')
    return (
      <PaceCard data={data} fileName={fileName}>
        {choice}
      </PaceCard>
    )
  const Chart = view === 'money' ? MoneyByDay : RegistrationsByDay
  return (
    <Chart days={data.by_day} fileName={fileName}>
      {choice}
    </Chart>
  )
}

const stepWords = (days: number): string =>
  days === 0 ? 'Dia da corrida' : days === 1 ? '1 dia antes' : `${days} dias antes`

function PaceCard({ data: { pace }, fileName, children }: SalesCardProps & { children: ReactNode }) {
  const { line, last_edition: edition, goal } = pace
  const name = edition?.title ?? ''
  return (
    <ChartCard
      title="Ritmo de vendas"
      description={
        edition
          ? 'Inscrições pagas até cada dia antes da corrida, e na última edição.'
          : 'Inscrições pagas até cada dia antes da corrida.'
      }
      fileName={`${fileName}-ritmo`}
      table={{
        headings: ['Dias antes', 'Esta corrida', ...(edition ? [name] : [])],
        rows: line.map(({ days_left, paid, last }) => [
          days_left,
          paid ?? '',
          ...(edition ? [last ?? ''] : []),
        ]),
      }}
    >
      {children}
      <LineChart
        steps={line.map(({ days_left }) => stepWords(days_left))}
        goal={goal}
        lines={[
          ...(edition ? [{ name, values: line.map(({ last }) => last) }] : []),
          { name: 'Esta corrida', isMain: true, values: line.map(({ paid }) => paid) },
        ]}
      />
    </ChartCard>
  )
}
