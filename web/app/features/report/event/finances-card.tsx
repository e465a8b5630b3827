import { formatDecimal } from '#contract/money.ts'
import type { Finances } from '#contract/report/dashboard.ts'
import { centsOf, moneyCell } from '../charts/cells.ts'
import { ChartCard } from '../charts/chart-card.tsx'
import classes from '../report.module.css'

/** In the order of the calculation; subtracted amounts have a minus sign. */
const LINES: readonly (readonly [label: string, name: keyof Finances, sign: '' | '−'])[] = [
  ['Recebido', 'received', ''],
  ['Devolvido', 'returned', '−'],
  ['Crédito de outra data', 'moved', ''],
  ['A devolver', 'owed_back', '−'],
  ['Taxa de serviço', 'fees', '−'],
  ['Taxa de publicação', 'setup_fee', '−'],
  ['Tarifa do parcelamento', 'card_fees', '−'],
  ['Recebido em dinheiro', 'cash', '−'],
  ['Líquido', 'net', ''],
]

/** The sum shows what it starts with, what changes it, and its result. */
export const financeLines = (finances: Finances) =>
  LINES.filter(([, name]) => name === 'received' || name === 'net' || centsOf(finances[name]) !== 0)

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
        {financeLines(finances).map(([label, name, sign]) => (
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
