import { fieldOf } from '#contract/checkout/order-rules.ts'
import { ERRORS } from '#contract/errors.ts'
import type { NeededLevel, OrderOutcome, OrderPlan } from './order-request.ts'
import type { OrderProblem } from './plan-order.ts'

type Conflict = Exclude<OrderOutcome, { kind: 'registered' | 'replayed' }>

/** Translates a refusal of `take_spots` into an error code, a sentence and the field to change. */
export function conflictProblem(plan: OrderPlan, conflict: Conflict): OrderProblem {
  switch (conflict.kind) {
    case 'key_reused':
      return { code: 'key_reused' }
    case 'stale':
    case 'tier_ended':
      return { code: 'offer_changed' }
    case 'already_registered':
      return {
        code: 'already_registered',
        errors: { [fieldOf(conflict.participant, 'cpf')]: ['Participante já registrado nesse evento.'] },
      }
    // Does not reveal that another account has registered the CPF; a rate limit bounds this response.
    case 'registered_by_other':
      return {
        code: 'registered_by_other',
        errors: {
          [fieldOf(conflict.participant, 'cpf')]: [
            'Confira o CPF. Se estiver certo, a própria pessoa pode se inscrever pela conta dela.',
          ],
        },
      }
    case 'too_many_unpaid':
      return {
        code: 'too_many_unpaid',
        message: plan.paymentType === null ? tooManyFree(conflict) : tooManyUnpaid(conflict),
      }
    case 'boleto_too_slow':
      return {
        code: 'boleto_too_slow',
        errors: { payment_method_id: [ERRORS.boleto_too_slow[1]] },
      }
    case 'sold_out': {
      const level = plan.participants
        .find(({ who }) => who === conflict.participant)
        ?.levels.find(({ id }) => id === conflict.levelId)
      if (!level) return { code: 'sold_out' }
      const message = conflict.unitsLeft > 0 ? fewLeft(level, conflict.unitsLeft) : soldOut(level)
      return { code: 'sold_out', message, errors: { [soldOutField(level, conflict.participant)]: [message] } }
    }
  }
}

function tooManyUnpaid({ limit, left }: { limit: number; left: number }): string {
  const bound = `Neste evento, cada conta pode ter até ${limit} ${limit === 1 ? 'inscrição' : 'inscrições'} à espera de pagamento`
  const held = limit - left
  if (held === 0) return `${bound}. Inscreva menos pessoas por vez, ou peça ao organizador um limite maior.`
  const waiting = held === 1 ? '1 espera' : `${held} esperam`
  return `${bound}, e na sua ${waiting}. Pague ou cancele o que espera em Meus Eventos, ou peça ao organizador um limite maior.`
}

/** Free registrations count together with unpaid ones: a free race could be filled with them. */
function tooManyFree({ limit, left }: { limit: number; left: number }): string {
  const bound = `Neste evento, cada conta pode ter até ${limit} ${limit === 1 ? 'inscrição gratuita' : 'inscrições gratuitas'} ou à espera de pagamento`
  const held = limit - left
  if (held === 0) return `${bound}. Inscreva menos pessoas por vez, ou peça ao organizador um limite maior.`
  return `${bound}, e a sua já tem ${held}. Cancele as que não vão ser usadas em Meus Eventos, ou peça ao organizador um limite maior.`
}

export function soldOut({ kind, name }: Omit<NeededLevel, 'id'>): string {
  switch (kind) {
    case 'event':
      return 'As vagas do evento se esgotaram.'
    case 'modality':
      return `As vagas da modalidade "${name}" se esgotaram.`
    case 'category':
      return `As vagas da categoria "${name}" se esgotaram.`
    case 'kit':
      return `O kit "${name}" se esgotou.`
    case 'shirt_size':
      return `O tamanho ${name} se esgotou.`
    case 'tier':
      return `O lote "${name}" acabou.`
    case 'right':
      return `As vagas com o desconto "${name}" se esgotaram. Você pode continuar sem ele.`
    case 'coupon':
      return `O cupom "${name}" se esgotou.`
    case 'coupon_code':
      return `O código "${name}" já foi usado.`
    case 'coupon_person':
      return `Este cupom pode ser usado ${name} por pessoa.`
  }
}

/** The sentence for an order of several people when some units are left, but too few. */
function fewLeft({ kind, name }: Omit<NeededLevel, 'id'>, left: number): string {
  const remain = left === 1 ? 'Resta apenas 1' : `Restam apenas ${left}`
  const spots = `${remain} ${left === 1 ? 'vaga' : 'vagas'}`
  const units = `${remain} ${left === 1 ? 'unidade' : 'unidades'}`
  switch (kind) {
    case 'event':
      return `${spots} no evento.`
    case 'modality':
      return `${spots} na modalidade "${name}".`
    case 'category':
      return `${spots} na categoria "${name}".`
    case 'kit':
      return `${units} do kit "${name}".`
    case 'shirt_size':
      return `${units} do tamanho ${name}.`
    case 'tier':
      return `${units} no lote "${name}".`
    case 'right':
      return `${spots} com o desconto "${name}".`
    case 'coupon':
      return `${remain} ${left === 1 ? 'uso' : 'usos'} do cupom "${name}".`
    case 'coupon_code':
      return soldOut({ kind, name })
    case 'coupon_person':
      return `Este cupom pode ser usado ${name} por pessoa. ${remain} ${left === 1 ? 'uso' : 'usos'}.`
  }
}

const FIELDS = {
  modality: 'modality_id',
  category: 'category_id',
  kit: 'product_id',
  tier: 'product_id',
  shirt_size: 'shirt_size_id',
  right: 'right',
} as const

function soldOutField({ kind }: NeededLevel, participant: number): string {
  if (kind === 'event') return 'event_id'
  if (kind === 'coupon' || kind === 'coupon_code' || kind === 'coupon_person') return 'discount_coupon_id'
  return fieldOf(participant, FIELDS[kind])
}
