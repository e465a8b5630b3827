import type { FieldProblem } from '../errors.ts'
import { ITEM_STATUS } from '../event/event-status.ts'
import { isSoldIn } from '../event/kit-categories.ts'
import { excludesEverybody } from '../pricing/eligibility.ts'
import type { EventDraft } from './event-document.ts'

const IMPOSSIBLE = 'A idade mínima é maior que a máxima: ninguém caberia nesta regra.'
const UNLIKE_MODALITY = 'Ninguém poderia entrar nesta categoria: a regra dela e a da modalidade se excluem.'
const UNLIKE_KITS = 'Ninguém poderia entrar nesta categoria: a regra de cada kit dela a exclui.'

/** Items that nobody could have. */
export function eligibilityRuleProblems({
  modalities,
  products,
  discount_cupons: coupons,
}: EventDraft): FieldProblem[] {
  const kits = products.filter(({ status }) => status === ITEM_STATUS.active)
  return [
    ...modalities.flatMap((modality, i) => [
      ...own(modality, `modalities.${i}`),
      ...modality.categories.flatMap((category, j) => {
        const path = `modalities.${i}.categories.${j}`
        const problems = own(category, path)
        if (problems.length > 0 || excludesEverybody([modality])) return problems
        const both = [modality, category]
        if (excludesEverybody(both)) return [{ field: `${path}.min_age`, message: UNLIKE_MODALITY }]
        const sold = kits.filter((kit) => isSoldIn(kit.category_ids, category.category_id))
        return sold.length > 0 && sold.every((kit) => excludesEverybody([...both, kit]))
          ? [{ field: `${path}.min_age`, message: UNLIKE_KITS }]
          : []
      }),
    ]),
    ...products.flatMap((kit, i) => own(kit, `products.${i}`)),
    ...coupons.flatMap((coupon, i) => own(coupon, `discount_cupons.${i}`)),
  ]
}

const own = (item: Parameters<typeof excludesEverybody>[0][number], path: string): FieldProblem[] =>
  excludesEverybody([item]) ? [{ field: `${path}.max_age`, message: IMPOSSIBLE }] : []
