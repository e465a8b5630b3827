// Over 250 lines: the cards with bars of an event's dashboard, which share their columns.

import { teamWord } from '#contract/event/relay.ts'
import { formatCents } from '#contract/money.ts'
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
          label: (
            <>
              {typeWords(type)} <small>{plural(payments, 'pagamento', 'pagamentos')}</small>
            </>
          ),
          value: centsOf(balance),
          words: moneyCell(balance).shown,
        }))}
      />
    </ChartCard>
  )
}

interface CategoriesCardProps {
  categories: EventDashboard['by_category']
  fileName: string
}

/** Each modality with its registrations and, for users who may see it, the money paid for them. */
function modalitiesOf(categories: CategoriesCardProps['categories']) {
  const groups = new Map<string, { name: string; words: string }>()
  for (const { modality: name } of categories) {
    const own = categories.filter(({ modality }) => modality === name)
    const registrations = own.reduce((sum, { confirmed, pending }) => sum + confirmed + pending, 0)
    const cents = own.reduce((sum, { balance }) => sum + centsOf(balance), 0)
    const words = [countWords(registrations), ...(cents > 0 ? [formatCents(cents)] : [])].join(' · ')
    groups.set(name, { name, words })
  }
  return groups
}

export function CategoriesCard({ categories, fileName }: CategoriesCardProps) {
  const groups = modalitiesOf(categories)
  return (
    <ChartCard
      title="Por categoria"
      description="Confirmados em verde, pendentes em amarelo."
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
        bars={categories.map(({ id, name, modality, confirmed, pending }) => ({
          key: id,
          group: groups.get(modality) ?? { name: modality, words: '' },
          label: (
            <>
              {name} {pending > 0 && <small>{plural(pending, 'pendente', 'pendentes')}</small>}
            </>
          ),
          value: confirmed + pending,
          parts: [
            { value: confirmed, tone: 'success' },
            { value: pending, tone: 'warning' },
          ],
          words: countWords(confirmed + pending),
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

interface CouponsCardProps {
  coupons: EventDashboard['coupons']
  fileName: string
}

export function CouponsCard({ coupons, fileName }: CouponsCardProps) {
  return (
    <ChartCard
      title="Cupons usados"
      description={COUPON_FIGURES}
      fileName={`${fileName}-cupons`}
      table={{
        headings: ['Cupom', 'Canal', 'Inscrições', 'Limite', ...MONEY_HEADINGS],
        rows: coupons.map((coupon) => [
          coupon.code,
          coupon.channel ?? '',
          coupon.uses,
          coupon.limit ?? 'Sem limite',
          ...moneyOf(coupon),
        ]),
      }}
    >
      <BarList
        bars={coupons.map((coupon) => ({
          key: coupon.code,
          label: coupon.code,
          value: coupon.uses,
          limit: coupon.limit,
          words:
            coupon.limit === null
              ? countWords(coupon.uses)
              : `${countWords(coupon.uses)} de ${countWords(coupon.limit)}`,
          detail: [coupon.channel, moneyWords(coupon)].filter(Boolean).join(' · '),
        }))}
      />
    </ChartCard>
  )
}

interface ChannelsCardProps {
  channels: EventDashboard['channels']
  fileName: string
}

export function ChannelsCard({ channels, fileName }: ChannelsCardProps) {
  const name = (channel: string | null) => channel ?? 'Sem canal'
  return (
    <ChartCard
      title="Cupons por canal"
      description={COUPON_FIGURES}
      fileName={`${fileName}-canais`}
      table={{
        summed: true,
        headings: ['Canal', 'Cupons', 'Inscrições', ...MONEY_HEADINGS],
        rows: channels.map((one) => [name(one.channel), one.coupons, one.uses, ...moneyOf(one)]),
      }}
    >
      <BarList
        bars={channels.map((one) => ({
          key: name(one.channel),
          label: name(one.channel),
          value: one.uses,
          words: countWords(one.uses),
          detail: [plural(one.coupons, 'cupom', 'cupons'), moneyWords(one)].filter(Boolean).join(' · '),
        }))}
      />
    </ChartCard>
  )
}

interface TeamsCardProps {
  teams: EventDashboard['teams']
  fileName: string
}

export function TeamsCard({ teams, fileName }: TeamsCardProps) {
  return (
    <ChartCard
      title="Equipes"
      description="Uma equipe fica incompleta quando a inscrição de um integrante é cancelada."
      fileName={`${fileName}-equipes`}
      table={{
        summed: true,
        headings: ['Categoria', 'Equipe', 'Completas', 'Incompletas'],
        rows: teams.map(({ category, team_size, complete, incomplete }) => [
          category,
          teamWord(team_size),
          complete,
          incomplete,
        ]),
      }}
    >
      <BarList
        bars={teams.map(({ id, category, team_size, complete, incomplete }) => ({
          key: id,
          label: `${category} · ${teamWord(team_size)}`,
          value: complete + incomplete,
          parts: [
            { value: complete, tone: 'success' },
            { value: incomplete, tone: 'warning' },
          ],
          words: countWords(complete + incomplete),
          detail: [
            plural(complete, 'completa', 'completas'),
            plural(incomplete, 'incompleta', 'incompletas'),
          ].join(' · '),
        }))}
      />
    </ChartCard>
  )
}

interface GroupsCardProps {
  groups: EventDashboard['groups']
  fileName: string
}

export function GroupsCard({ groups, fileName }: GroupsCardProps) {
  return (
    <ChartCard
      title="Por grupo"
      description="Inscrições que não foram canceladas."
      fileName={`${fileName}-grupos`}
      table={{
        headings: ['Grupo', 'Integrantes', 'Confirmados'],
        rows: groups.map(({ name, members, confirmed }) => [name, members, confirmed]),
      }}
    >
      <BarList
        bars={groups.map(({ id, name, members, confirmed }) => ({
          key: id,
          label: name,
          value: members,
          words: countWords(members),
          detail: plural(confirmed, 'confirmado', 'confirmados'),
        }))}
      />
    </ChartCard>
  )
}

const COUPON_FIGURES = 'Inscrições e desconto sem as canceladas; recebido e devolvido com elas.'
const MONEY_HEADINGS = ['Desconto', 'Recebido', 'Devolvido']

type CouponMoney = Pick<EventDashboard['channels'][number], 'discount' | 'received' | 'returned'>

const moneyOf = ({ discount, received, returned }: CouponMoney) =>
  [discount, received, returned].map(moneyCell)

/** Null for callers who may not see money. */
const moneyWords = ({ discount, received, returned }: CouponMoney): string | null =>
  received === null
    ? null
    : [
        `${moneyCell(received).shown} recebidos`,
        `${moneyCell(discount).shown} de desconto`,
        ...(centsOf(returned) > 0 ? [`${moneyCell(returned).shown} devolvidos`] : []),
      ].join(' · ')
