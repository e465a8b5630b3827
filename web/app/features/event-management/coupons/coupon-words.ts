import { toBrazilianDate } from '#contract/dates.ts'
import { type Discount, formatDiscount, parseDiscount } from '#contract/pricing/discount.ts'
import { plural } from '#contract/words.ts'
import { type CouponForm, type ProductForm, remaining } from '../form/event-form.ts'
import { isRestricted, ruleWords } from '../form/rule.ts'

export const discountWords = ({ type, value }: CouponForm): string =>
  formatDiscount(parseDiscount({ type: Number(type) as Discount['type'], value }))

/** The price tiers to which a coupon may be restricted, of the chosen kit or of all kits. */
export const tierOptions = (products: readonly ProductForm[], kit: string) =>
  remaining(products)
    .filter(({ id }) => kit === '' || String(id) === kit)
    .flatMap((product) =>
      remaining(product.tiers).map(({ id, name }) => ({
        id: String(id),
        label: `${product.name || 'Produto sem nome'} · ${name || 'Lote sem nome'}`,
      })),
    )

/** As `Feminino · a partir de 3 participantes · até 10/01/2027`; null: no condition. */
export function conditionWords(coupon: CouponForm, products: readonly ProductForm[]): string | null {
  const kit = products.find(({ id }) => String(id) === coupon.product_id)
  const tier = tierOptions(products, '').find(({ id }) => id === coupon.tier_id)
  const words = [
    isRestricted(coupon) && ruleWords(coupon),
    tier ? tier.label : kit?.name,
    coupon.for_list && 'lista de pessoas',
    coupon.min_people && `a partir de ${plural(Number(coupon.min_people), 'participante', 'participantes')}`,
    coupon.max_per_person && `${plural(Number(coupon.max_per_person), 'uso', 'usos')} por pessoa`,
    dateWords(coupon),
    coupon.reserved_until && 'vagas reservadas',
  ].filter(Boolean)
  return words.join(' · ') || null
}

function dateWords({ start_date: start, end_date: end }: CouponForm): string | null {
  const [from, to] = [start, end].map((day) => (/^\d{4}-\d\d-\d\d$/.test(day) ? toBrazilianDate(day) : null))
  if (from && to) return `de ${from} a ${to}`
  return from ? `desde ${from}` : to ? `até ${to}` : null
}
