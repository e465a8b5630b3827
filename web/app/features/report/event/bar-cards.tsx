import { PAYMENT_STATUSES } from '#contract/payment/payment-status.ts'
import { PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import type { EventDashboard, MethodFigures } from '#contract/report/dashboard.ts'
import { countWords, plural } from '#contract/words.ts'
import { BarList, type Tone } from '../charts/bar-list.tsx'
import { centsOf, moneyCell } from '../charts/cells.ts'
import { ChartCard } from '../charts/chart-card.tsx'

const typeWords = (type: number | null): string => (type === null ? 'Gratuito' : (PAYMENT_TYPES[type] ?? ''))

export function MethodsCard({ methods, fileName }: { methods: readonly MethodFigures[]; fileName: string }) {
  return (
    <ChartCard
      title="Por forma de pagamento"
      description="O que entrou e não foi devolvido."
      fileName={`${fileName}-formas-de-pagamento`}
      table={{
        summed: true,
        headings: ['Forma', 'Pagamentos', 'Recebido', 'Devolvido', 'Créditos', 'Saldo'],
        rows: methods.map(({ type, payments, received, returned, moved, balance }) => [
          typeWords(type),
          payments,
          moneyCell(received),
          moneyCell(returned),
          moneyCell(moved),
          moneyCell(balance),
        ]),
      }}
    >
      <BarList
        bars={methods.map(({ type, payments, balance }) => ({
          key: type,
          label: typeWords(type),
          value: centsOf(balance),
          words: moneyCell(balance).shown,
          detail: plural(payments, 'pagamento', 'pagamentos'),
        }))}
      />
    </ChartCard>
  )
}

interface CategoriesCardProps {
  categories: EventDashboard['by_category']
  fileName: string
}

export function CategoriesCard({ categories, fileName }: CategoriesCardProps) {
  return (
    <ChartCard
      title="Por categoria"
      description="Confirmados e pendentes."
      fileName={`${fileName}-categorias`}
      table={{
        summed: true,
        headings: ['Modalidade', 'Categoria', 'Confirmados', 'Pendentes', 'Cancelados', 'Pago'],
        rows: categories.map(({ name, modality, confirmed, pending, cancelled, balance }) => [
          modality,
          name,
          confirmed,
          pending,
          cancelled,
          moneyCell(balance),
        ]),
      }}
    >
      <BarList
        bars={categories.map(({ id, name, modality, confirmed, pending, balance }) => ({
          key: id,
          label: `${modality} · ${name}`,
          value: confirmed + pending,
          parts: [
            { value: confirmed, tone: 'success' },
            { value: pending, tone: 'warning' },
          ],
          words: countWords(confirmed + pending),
          detail: [
            plural(confirmed, 'confirmado', 'confirmados'),
            plural(pending, 'pendente', 'pendentes'),
            ...(balance === null ? [] : [moneyCell(balance).shown]),
          ].join(' · '),
        }))}
      />
    </ChartCard>
  )
}

interface StatusesCardProps {
  payments: EventDashboard['by_payment']
  fileName: string
}

/** The tone of a payment status; undefined for free registrations (null) and neutral statuses. */
function toneOf(code: number | null): Tone | undefined {
  const color = code === null ? undefined : PAYMENT_STATUSES[code]?.color
  return color === 'success' || color === 'warning' || color === 'error' ? color : undefined
}

export function StatusesCard({ payments, fileName }: StatusesCardProps) {
  const statusWords = (code: number | null) => (code === null ? '' : (PAYMENT_STATUSES[code]?.label ?? ''))
  return (
    <ChartCard
      title="Por status do pagamento"
      description="De todas as inscrições, também as canceladas."
      fileName={`${fileName}-status-do-pagamento`}
      table={{
        summed: true,
        headings: ['Forma', 'Status', 'Inscrições'],
        rows: payments.map(({ type, status_code, registrations }) => [
          typeWords(type),
          statusWords(status_code),
          registrations,
        ]),
      }}
    >
      <BarList
        bars={payments
          .toSorted((a, b) => b.registrations - a.registrations)
          .map(({ type, status_code, registrations }) => ({
            key: `${type} ${status_code}`,
            label: [typeWords(type), statusWords(status_code)].filter(Boolean).join(' · '),
            value: registrations,
            tone: toneOf(status_code),
            words: countWords(registrations),
          }))}
      />
    </ChartCard>
  )
}

interface TiersCardProps {
  tiers: EventDashboard['tiers']
  fileName: string
}

export function TiersCard({ tiers, fileName }: TiersCardProps) {
  const endOf = ({ ends_on, limit }: TiersCardProps['tiers'][number]) =>
    [ends_on && `até ${ends_on}`, limit !== null && `até ${countWords(limit)} inscrições`]
      .filter(Boolean)
      .join(' ou ') || 'até o fim das inscrições'
  return (
    <ChartCard
      title="Por lote"
      description="Inscrições que não foram canceladas. A virada é prevista pelas vendas dos últimos sete dias."
      fileName={`${fileName}-lotes`}
      table={{
        headings: ['Produto', 'Lote', 'Valor', 'Vendidas', 'Limite', 'Último dia', 'Virada prevista'],
        rows: tiers.map(({ kit, name, value, sold, limit, ends_on, changes_on }) => [
          kit,
          name,
          moneyCell(value),
          sold,
          limit ?? 'Sem limite',
          ends_on ?? '',
          changes_on ?? '',
        ]),
      }}
    >
      <BarList
        bars={tiers.map((tier) => ({
          key: tier.id,
          label: `${tier.kit} · ${tier.name}`,
          value: tier.sold,
          limit: tier.limit,
          words:
            tier.limit === null
              ? countWords(tier.sold)
              : `${countWords(tier.sold)} de ${countWords(tier.limit)}`,
          detail: [
            moneyCell(tier.value).shown,
            endOf(tier),
            ...(tier.is_current ? ['à venda agora'] : []),
            ...(tier.changes_on ? [`deve virar em ${tier.changes_on}`] : []),
          ].join(' · '),
        }))}
      />
    </ChartCard>
  )
}

export function CouponsCard({ coupons, fileName }: { coupons: EventDashboard['coupons']; fileName: string }) {
  return (
    <ChartCard
      title="Cupons usados"
      description="Por inscrições que não foram canceladas."
      fileName={`${fileName}-cupons`}
      table={{
        summed: true,
        headings: ['Cupom', 'Usos', 'Limite'],
        rows: coupons.map(({ code, uses, limit }) => [code, uses, limit ?? 'Sem limite']),
      }}
    >
      <BarList
        bars={coupons.map(({ code, uses, limit }) => ({
          key: code,
          label: code,
          value: uses,
          limit,
          words: limit === null ? countWords(uses) : `${countWords(uses)} de ${countWords(limit)}`,
        }))}
      />
    </ChartCard>
  )
}
