import { formatDecimal } from '#contract/money.ts'
import type { Finances } from '#contract/report/dashboard.ts'
import { centsOf, moneyCell } from '../charts/cells.ts'
import { ChartCard } from '../charts/chart-card.tsx'
import classes from '../report.module.css'

/** In the order in which one follows from the other; what is taken away has a minus. */
const LINES: readonly (readonly [label: string, name: keyof Finances, sign: '' | '−'])[] = [
  ['Recebido', 'received', ''],
  ['Devolvido', 'returned', '−'],
  ['A devolver', 'owed_back', '−'],
  ['Taxa de serviço', 'fees', '−'],
  ['Taxa de publicação', 'setup_fee', '−'],
  ['Líquido', 'net', ''],
]

/** From what came in to what is the organizer's. */
export function FinancesCard({ finances, fileName }: { finances: Finances; fileName: string }) {
  return (
    <ChartCard
      title="Do recebido ao líquido"
      description="A devolver: o que foi pago por inscrições canceladas ou além do preço."
      fileName={`${fileName}-liquido`}
      table={{
        headings: ['Valor', 'Total'],
        rows: LINES.map(([label, name]) => [label, moneyCell(finances[name])]),
      }}
    >
      <dl className={classes.sum}>
        {LINES.map(([label, name, sign]) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              {centsOf(finances[name]) !== 0 && sign} {formatDecimal(finances[name])}
            </dd>
          </div>
        ))}
      </dl>
      {centsOf(finances.repeated) > 0 && (
        <p className={classes.note}>
          Além disso, {formatDecimal(finances.repeated)} foram pagos em duplicidade e precisam ser devolvidos.
        </p>
      )}
    </ChartCard>
  )
}
