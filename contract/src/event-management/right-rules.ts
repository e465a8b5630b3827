import type { FieldProblem } from '../errors.ts'
import { ITEM_STATUS } from '../event/event-status.ts'
import { formatBasisPoints, formatCents } from '../money.ts'
import { excludesEverybody } from '../pricing/eligibility.ts'
import { isBelowMinimum, MINIMUM_CHARGE_CENTS, priceOf } from '../pricing/price.ts'
import type { EventDraft } from './event-document.ts'
import { pricesOf } from './product-rules.ts'
import { RIGHT_PRESETS, type RightDraft } from './right-presets.ts'

const REQUIRED_LAWS = RIGHT_PRESETS.filter(({ isRequired }) => isRequired)

/** A draft without the list keeps its stored rules, which were checked before. */
export function rightRuleProblems(draft: EventDraft): FieldProblem[] {
  const { right_rules: rights } = draft
  if (!rights) return []
  return [
    ...REQUIRED_LAWS.filter(({ law }) => !rights.some((right) => right.law === law)).map(({ title }) => ({
      field: 'right_rules',
      message: `Falta o desconto do ${title}: adicione-o pelas sugestões. Para não dar o desconto, desligue-o e escreva o motivo.`,
    })),
    ...rights.flatMap((right, i) => [
      ...ownProblems(right).map(({ field, message }) => ({ field: `right_rules.${i}.${field}`, message })),
      ...(right.name !== '' && rights.findIndex(({ name }) => name === right.name) < i
        ? [{ field: `right_rules.${i}.name`, message: 'Este desconto já foi adicionado.' }]
        : []),
      ...priceProblems(draft, right, `right_rules.${i}`),
    ]),
    ...reservationProblems(draft),
  ]
}

function ownProblems(right: RightDraft): FieldProblem[] {
  const problem = (field: keyof RightDraft, message: string): FieldProblem => ({ field, message })
  const isOff = right.status !== ITEM_STATUS.active
  return [
    ...(isOff && REQUIRED_LAWS.some(({ law }) => law === right.law) && !right.off_reason
      ? [problem('off_reason', 'A lei pede este desconto. Escreva por que o evento não o dá.')]
      : []),
    ...(isOff ? [] : lawProblems(right)),
    ...(excludesEverybody([right])
      ? [problem('max_age', 'A idade mínima é maior que a máxima: ninguém teria este desconto.')]
      : []),
    ...(right.starts_on && right.ends_on && right.ends_on < right.starts_on
      ? [problem('ends_on', 'O último dia não pode ser antes do primeiro.')]
      : []),
    ...(right.city && !right.state ? [problem('state', 'Diga o estado do município.')] : []),
    // A right without a rate gives no discount yet.
    ...(right.rate !== null &&
    !right.declaration &&
    right.min_age === null &&
    right.max_age === null &&
    right.sex === null
      ? [problem('declaration', 'Escreva a declaração, ou diga a idade ou o sexo de quem tem o desconto.')]
      : []),
    // Without a declaration nobody could decline a discount whose quota is used up.
    ...(!right.declaration && right.quantity !== null
      ? [problem('declaration', 'Um desconto com limite de vagas precisa de uma declaração.')]
      : []),
    ...(!right.declaration && right.companion
      ? [problem('declaration', 'Um desconto para acompanhante precisa de uma declaração.')]
      : []),
    ...(right.proof !== null && right.proof_days_before === null
      ? [problem('proof_days_before', 'Diga até quantos dias antes da prova o comprovante é aceito.')]
      : []),
    ...(right.bib_from !== null && right.bib_to !== null && right.bib_to < right.bib_from
      ? [problem('bib_to', 'O último número não pode ser menor que o primeiro.')]
      : []),
    ...(right.release_on && right.quantity === null
      ? [problem('quantity', 'Diga quantas vagas ficam reservadas.')]
      : []),
  ]
}

/** A discount below what the law demands counts as not given. */
function lawProblems({ law, rate, min_age, base, quantity }: RightDraft): FieldProblem[] {
  const demanded = REQUIRED_LAWS.find((preset) => preset.law === law)?.rule
  if (!demanded) return []
  const problem = (field: keyof RightDraft, message: string): FieldProblem => ({ field, message })
  return [
    ...(rate !== null && rate < (demanded.rate ?? 0)
      ? [problem('rate', `A lei pede ao menos ${formatBasisPoints(demanded.rate ?? 0)}.`)]
      : []),
    ...((min_age ?? 0) > (demanded.min_age ?? 0)
      ? [problem('min_age', `A lei dá o desconto a partir de ${demanded.min_age} anos.`)]
      : []),
    ...(base === 'service' ? [problem('base', 'A lei pede o desconto sobre o preço do kit.')] : []),
    ...(quantity === null ? [] : [problem('quantity', 'A lei não limita as vagas com este desconto.')]),
  ]
}

/** The gateway charges nothing below its minimum, and the law allows no refusal. */
function priceProblems({ products }: EventDraft, right: RightDraft, field: string): FieldProblem[] {
  const { rate, base } = right
  if (rate === null || right.status !== ITEM_STATUS.active) return []
  const totals = products
    .filter(({ status }) => status === ITEM_STATUS.active)
    .flatMap((product) =>
      pricesOf(product).map(({ price }) => ({
        kit: product.name,
        cents: priceOf({ ...price, name: product.name }, null, {
          id: 0,
          name: right.name,
          rate,
          base,
          stackable: false,
        }).totalCents,
      })),
    )
  const tooSmall = totals.find(({ cents }) => isBelowMinimum(cents))
  return tooSmall
    ? [
        {
          field: `${field}.rate`,
          message: `Com este desconto o kit "${tooSmall.kit}" custaria ${formatCents(tooSmall.cents)}, e o menor pagamento é de ${formatCents(MINIMUM_CHARGE_CENTS)}. Aumente o desconto ou o valor do kit.`,
        },
      ]
    : []
}

/** Reserved spots are among those of the event. */
function reservationProblems({ right_rules: rights = [], vacancy_limit: spots }: EventDraft): FieldProblem[] {
  const reserving = rights.flatMap((right, i) =>
    right.release_on && right.status === ITEM_STATUS.active ? [{ quantity: right.quantity ?? 0, i }] : [],
  )
  const reserved = reserving.reduce((sum, { quantity }) => sum + quantity, 0)
  const [first] = reserving
  return first && spots !== null && reserved > spots
    ? [
        {
          field: `right_rules.${first.i}.quantity`,
          message: `Há ${reserved} vagas reservadas, e o evento tem ${spots}.`,
        },
      ]
    : []
}
