import type { MyRegistration } from '#contract/registration.ts'
import classes from './details.module.css'
import { PriceLines } from './price-lines.tsx'

export function PriceSection({ registration }: { registration: MyRegistration }) {
  return (
    <section className={classes.section} aria-labelledby="price-title">
      <h2 id="price-title">Valor</h2>
      <PriceLines lines={registration.lines} total={registration.value} />
    </section>
  )
}
