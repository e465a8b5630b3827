import { formatCents } from '#contract/money.ts'
import type { DayFigures } from '#contract/report/dashboard.ts'
import { countWords } from '../../backoffice/count.ts'
import { centsOf, moneyCell } from './cells.ts'
import { ChartCard } from './chart-card.tsx'
import { DayChart } from './day-chart.tsx'

/** Registrations by day and, for who may see it, the money by day. */
export function DaysCards({ days, fileName }: { days: readonly DayFigures[]; fileName: string }) {
  const withMoney = days.some(({ received }) => received !== null)
  return (
    <>
      <ChartCard
        title="Inscrições por dia"
        description="Pelo dia em que foram feitas, também as canceladas."
        fileName={`${fileName}-inscricoes-por-dia`}
        table={{
          headings: ['Dia', 'Inscrições'],
          rows: days.map(({ day, registrations }) => [day, registrations]),
        }}
      >
        <DayChart
          days={days.map(({ day, registrations }) => ({ day, values: [registrations] }))}
          series={['Inscrições']}
          format={countWords}
        />
      </ChartCard>
      {withMoney && (
        <ChartCard
          title="Valores por dia"
          description="Para cima, o que entrou no dia; para baixo, o que foi devolvido."
          fileName={`${fileName}-valores-por-dia`}
          table={{
            headings: ['Dia', 'Recebido', 'Devolvido'],
            rows: days.map(({ day, received, returned }) => [day, moneyCell(received), moneyCell(returned)]),
          }}
        >
          <DayChart
            days={days.map(({ day, received, returned }) => ({
              day,
              values: [centsOf(received), centsOf(returned)],
            }))}
            series={['Recebido', 'Devolvido']}
            format={formatCents}
          />
        </ChartCard>
      )}
    </>
  )
}
