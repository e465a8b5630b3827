import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type EventRights, getEventRights } from '#contract/report/rights.ts'
import { countWords } from '#contract/words.ts'
import { dataQuery } from '#web/api/data-query.ts'
import { recordFailure } from '#web/api/query-failure.ts'
import { useIdParam } from '#web/navigation/use-id-param.ts'
import { FramedError } from '#web/ui/frame.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { moneyCell } from '../charts/cells.ts'
import { ChartCard } from '../charts/chart-card.tsx'
import classes from '../report.module.css'

export const meta = pageTitle('Relatório de direitos')

const rightsQuery = (id: number) => ({
  ...dataQuery(['report', 'rights', id], getEventRights, { params: { id } }),
  staleTime: 0,
})

type Rule = EventRights['rules'][number]

/** Heading and figure of each column after the name of the rule. */
const COLUMNS: readonly (readonly [heading: string, cell: (rule: Rule) => string | number])[] = [
  ['Desconto', ({ rate }) => (rate === null ? '—' : `${rate.replace('.', ',').replace(',00', '')}%`)],
  ['Pedidos', ({ claims }) => claims],
  ['Concedidos', ({ granted }) => granted],
  ['Em análise', ({ open }) => open],
  ['Aprovados', ({ approved }) => approved],
  ['Recusados', ({ rejected }) => rejected],
  ['Sem efeito', ({ unused }) => unused],
  ['Vagas', ({ quota }) => quota ?? 'sem limite'],
  ['Usadas', ({ used }) => used],
]

const nameOf = ({ name, is_on }: Rule) => (is_on ? name : `${name} (desligado)`)
const reasonsOf = ({ reasons }: Rule) =>
  reasons.map(({ reason, claims }) => `${reason ?? 'Motivo já apagado'} (${claims})`).join('; ')
const shown = (cell: string | number) => (typeof cell === 'number' ? countWords(cell) : cell)

/** The discounts by right of an event, for authorities: on paper, or as a file. */
export default function RightsReportScreen() {
  const eventId = useIdParam() ?? 0
  const query = useQuery(rightsQuery(eventId))
  const { data } = query
  const failure = recordFailure(query)
  return (
    <div className={classes.panel}>
      <PageHeader title="Relatório de direitos" />
      {failure ? (
        <FramedError {...failure} />
      ) : (
        <div className={classes.sections} aria-busy={!data}>
          {data && <RightsCard data={data} />}
        </div>
      )}
    </div>
  )
}

function RightsCard({ data: { event, rules } }: { data: EventRights }) {
  return (
    <ChartCard
      title="Descontos por direito"
      description={
        <>
          <span className={classes.onPaper}>
            {[event.title, event.date_event].filter(Boolean).join(', ')}.{' '}
          </span>
          Por regra, sem dados pessoais. Sem efeito: a inscrição foi cancelada ou tem outro desconto.
        </>
      }
      fileName={`evento-${event.id}-direitos`}
      className={classes.printed}
      actions={
        <TextButton variant="subtle" color="gray" size="sm" icon={IconPrinter} onClick={() => window.print()}>
          Imprimir
        </TextButton>
      }
      table={{
        headings: [
          'Direito',
          ...COLUMNS.map(([heading]) => heading),
          'Descontos dados',
          'Motivos das recusas',
          'Por que está desligado',
        ],
        rows: rules.map((rule) => [
          nameOf(rule),
          ...COLUMNS.map(([, cell]) => cell(rule)),
          moneyCell(rule.discount),
          reasonsOf(rule),
          rule.off_reason ?? '',
        ]),
      }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it */}
      <section className={classes.scroll} tabIndex={0} aria-label="Direitos">
        <table className={classes.sizes}>
          <thead>
            <tr>
              <th scope="col">Direito</th>
              {COLUMNS.map(([heading]) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
              <th scope="col">Descontos dados</th>
            </tr>
          </thead>
          <tbody>
            {rules.map((rule) => (
              <tr key={rule.id}>
                <th scope="row">{nameOf(rule)}</th>
                {COLUMNS.map(([heading, cell]) => (
                  <td key={heading}>{shown(cell(rule))}</td>
                ))}
                <td>{moneyCell(rule.discount).shown}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rules.map((rule) => (
        <RuleNotes key={rule.id} rule={rule} />
      ))}
    </ChartCard>
  )
}

function RuleNotes({ rule }: { rule: Rule }) {
  const { name, reasons, off_reason, source_url } = rule
  return (
    <>
      {source_url && (
        <p className={classes.note}>
          {name}: <a href={source_url}>{source_url}</a>
        </p>
      )}
      {off_reason && (
        <p className={classes.note}>
          {name} está desligado: {off_reason}
        </p>
      )}
      {reasons.length > 0 && (
        <p className={classes.note}>
          {name}, motivos das recusas: {reasonsOf(rule)}
        </p>
      )}
    </>
  )
}
