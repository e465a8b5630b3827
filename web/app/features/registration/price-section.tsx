import { isFreeValue } from '#contract/payment-status.ts'
import type { MyRegistration } from '#contract/registration.ts'
import { Money } from '../../ui/money.tsx'
import classes from './details.module.css'
import { PriceLines } from './price-lines.tsx'

export function PriceSection({ registration }: { registration: MyRegistration }) {
  return (
    <section className={classes.section} aria-labelledby="price-title">
      <h2 id="price-title">Valor</h2>
      <PriceLines lines={registration.lines} total={registration.value} />
      {!isFreeValue(registration.credit) && (
        <p className={classes.credit}>
          Você tem um crédito de <Money value={registration.credit} />: a organização mudou a inscrição para
          uma opção mais barata. Combine a devolução com ela.
        </p>
      )}
    </section>
  )
}
